/**
 * Builds the exchange from its parts and never listens: main.ts and the tests do. Everything long-lived is made here, in
 * the order in which it is needed, and stopped in the opposite order. Each module is made by create<Module>(its needs)
 * and answers some calls of the endpoint table (`handlers`); a call that nobody answers says that its feature is not open.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { loadCatalog } from './catalog/Catalog';
import { createFeedService } from './feed/FeedService';
import { createFeedSource } from './feed/createFeedSource';
import { createTickBus } from './feed/TickBus';
import { openDemoAccount } from './funds/demoMoney';
import { createFunds } from './funds/Funds';
import { seedTopUp } from './funds/seedTopUp';
import { createContent } from './content/Content';
import { createHttp } from './http/createHttp';
import type { Handlers } from './http/handler';
import { createIdentity } from './identity/Identity';
import { createJobRunner } from './jobs/JobRunner';
import { createInvariantWatch, type InvariantWatch } from './ledger/InvariantWatch';
import { foldHouseBalances } from './ledger/Ledger';
import { createLeverage } from './products/leverage/Leverage';
import { createMarket } from './market/Market';
import { createRealtime } from './realtime/Realtime';
import { addHealthPages } from './ops/healthPages';
import { createSystemClock, type Clock } from './platform/Clock';
import type { Config } from './platform/config';
import { createLog, type Log } from './platform/log';
import { createMetrics, type Metrics } from './platform/metrics';
import { createRandom, type Random } from './platform/random';
import { withLimit, type Repeating } from './platform/timers';
import { createReleases } from './releases/Releases';
import { countUndecided } from './products/countUndecided';
import { createSeconds } from './products/seconds/Seconds';
import { createSpot } from './products/spot/Spot';
import { createStatistics } from './statistics/Statistics';
import type { Database, DatabaseAddress } from './store/database';
import { forgetOldRequests } from './store/idempotency';
import { openStore } from './store/openStore';

/** What a test hands in instead of the real thing. */
export interface AppOverrides {
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Log;
  /** Where a verification code is shown when no mail or text-message service is set. */
  readonly print?: (line: string) => void;
  /** A database that is there and migrated already. */
  readonly databaseAddress?: DatabaseAddress;
}

export interface App {
  readonly http: FastifyInstance;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly invariants: InvariantWatch;
  /** The login that may be shown to everybody; undefined when none was made. */
  readonly demoLogin: { readonly account: string; readonly password: string } | undefined;
  /** Feed, sockets and timed work begin, as far as this process has the roles. */
  start(): Promise<void>;
  /** Stops what start began, finishes requests, closes the database and stops it if this process started it. */
  stop(reason: string): Promise<void>;
}

export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const log = overrides.log ?? createLog(config);
  const clock = overrides.clock ?? createSystemClock();
  const random = overrides.random ?? createRandom();
  const metrics = createMetrics({ collectProcess: overrides.databaseAddress === undefined });
  const store = await openStore({
    config,
    log,
    ...(overrides.databaseAddress === undefined ? {} : { address: overrides.databaseAddress }),
  });
  const { database } = store;
  const { db } = database;
  const has = (role: Config['roles'][number]) => config.roles.includes(role);

  try {
    const jobs = createJobRunner({ log, metrics });

    const catalog = await loadCatalog(db, clock.now());
    const bus = createTickBus((error) => log.error({ err: error }, 'a listener of ticks failed'));
    const source = createFeedSource({ config: config.feed, db, clock, random, log, catalog });
    const feed = createFeedService({
      db,
      catalog,
      clock,
      log,
      metrics,
      bus,
      feed: source.feed,
      mayLead: has('feed'),
      countUndecided: () => countUndecided(db),
      holder: `${process.pid}-${randomUUID()}`,
      ...(source.onLeaderRound === undefined ? {} : { onLeaderRound: source.onLeaderRound }),
    });
    const market = createMarket({ db, catalog, clock, feed });
    const content = createContent({ db, log, metrics, config });
    const identity = createIdentity({
      db,
      clock,
      random,
      log,
      config,
      messages: content.messages,
      texts: content.texts,
      openDemoAccount,
      print: overrides.print ?? ((line) => void process.stdout.write(line)),
    });
    const releases = await createReleases({ config, clock, log, metrics });
    const realtime = createRealtime({
      db,
      clock,
      log,
      metrics,
      catalog,
      board: market.board,
      books: market.books,
      sessions: identity.sessions,
      pages: releases.pages,
      trustedProxies: config.trustedProxies,
    });
    const { wakeOutbox } = realtime;
    const funds = createFunds({ db, priceOf: (asset) => market.priceOf(asset), wakeOutbox });
    const seconds = await createSeconds({ db, catalog, clock, log, metrics, wakeOutbox, wakeJob: jobs.wake });
    const spot = createSpot({ db, catalog, clock, log, metrics, wakeOutbox, wakeJob: jobs.wake });
    const leverage = createLeverage({ db, catalog, clock, log, metrics, wakeOutbox, wakeJob: jobs.wake });
    const extraRules = [...seconds.bookRules, ...spot.bookRules, ...leverage.bookRules];
    const invariants = createInvariantWatch({ db, clock, log, metrics, extraRules });
    const handlers: Handlers = {
      ...market.handlers,
      ...realtime.handlers,
      ...identity.handlers,
      ...content.handlers,
      ...funds.handlers,
      ...seconds.handlers,
      ...spot.handlers,
      ...leverage.handlers,
      ...createStatistics({ db }).handlers,
    };

    jobs.add(seconds.settlementJob);
    jobs.add(spot.executionJob);
    jobs.add(leverage.executionJob);
    jobs.add({ name: 'invariants', everyMs: 60_000, run: async () => void (await invariants.run()) });
    jobs.add({ name: 'house-balances', everyMs: 60_000, run: () => foldHouseBalances(db) });
    jobs.add({ name: 'forget-old-requests', everyMs: 3_600_000, run: () => forgetOldRequests(db, clock.now()) });
    for (const job of releases.jobs) jobs.add(job);
    jobs.add({ name: 'forget-old-identity-rows', everyMs: 3_600_000, run: () => identity.forgetOldRows() });

    const http = await createHttp({
      handlers: has('api') ? handlers : {},
      sessions: identity.sessions,
      config,
      clock,
      log,
      metrics,
      databaseWatch: store.watch,
    });
    await releases.addRoutes(http);
    addHealthPages(http, {
      config,
      database,
      databaseWatch: store.watch,
      invariants,
      metrics,
      feedProblem: () => feed.problem(),
    });
    await http.ready();

    const demoLogin = config.seedDemoUser ? await identity.seedDemoUser() : undefined;
    if (demoLogin !== undefined) {
      const user = await db.selectFrom('appUser').select('id').where('email', '=', demoLogin.account).executeTakeFirstOrThrow();
      await db.transaction().execute((tx) => seedTopUp(tx, user.id, clock.now()));
    }

    let sessionWatch: Repeating | undefined;
    let stopHearing: (() => void) | undefined;
    let starting: Promise<void> = Promise.resolve();
    async function startAll(): Promise<void> {
      store.watch.start();
      await feed.start();
      await market.start();
      sessionWatch = identity.sessions.watch((error) => log.warn({ err: error }, 'ended sessions could not be read'));
      if (has('realtime')) {
        await realtime.attach(http.server);
        releases.start((head) => realtime.announceRelease(head));
      }
      if (!has('jobs')) return;
      jobs.start();
      stopHearing = bus.onTicks(() => {
        seconds.onTicks();
        spot.onTicks();
        leverage.onTicks();
      });
    }
    return {
      http,
      database,
      clock,
      log,
      metrics,
      invariants,
      demoLogin,
      start() {
        starting = startAll();
        return starting;
      },
      async stop(reason) {
        log.info({ reason }, 'stopping');
        // Half a start cannot be stopped; its error has been told to whoever started.
        await starting.catch(() => undefined);
        http.server.close();
        await releases.stop();
        await realtime.stop();
        await closeHttp(http);
        stopHearing?.();
        await jobs.stop();
        await sessionWatch?.stop();
        market.stop();
        await feed.stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const requestGraceMs = 10_000;

/** No new connections; requests that run get their time, then their connections are cut. */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const closed = http.close();
  await withLimit(closed, requestGraceMs, () => new Error('late')).catch(() => http.server.closeAllConnections());
  await closed;
}
