/**
 * Builds the exchange from its parts and never listens: main.ts and the tests do. Everything long-lived is made here, in
 * the order in which it is needed, and stopped in the opposite order. Each module is made by create<Module>(its needs)
 * and answers some calls of the endpoint table (`handlers`); a call that nobody answers says that its feature is not open.
 */
import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
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
import { addHealthPages, findProblems, type Checks } from './ops/healthPages';
import { createSystemClock, type Clock } from './platform/Clock';
import { workerRoles, type Config, type Role } from './platform/config';
import { createLog, type Log } from './platform/log';
import { createMetrics, type Metrics } from './platform/metrics';
import { createRandom, type Random } from './platform/random';
import { repeat, withLimit, type Repeating } from './platform/timers';
import { createWorker, type WorkerOptions } from './processes/Worker';
import { figuresOf, joinedProblems } from './processes/joined';
import { createReleases } from './releases/Releases';
import { countUndecided } from './products/countUndecided';
import { createSeconds } from './products/seconds/Seconds';
import { createSpot } from './products/spot/Spot';
import { createStatistics } from './statistics/Statistics';
import { connectionStringOf } from './store/connectionString';
import { openDatabase, type Database, type DatabaseAddress } from './store/database';
import { forgetOldRequests } from './store/idempotency';
import { claimExchange } from './store/claimExchange';
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
  /** Starts the process of feed and deciding on that database; this one has the other roles then. */
  readonly spawnWorker?: (databaseUrl: string) => ReturnType<WorkerOptions['spawn']>;
  /** In that process: whom to tell what was written. */
  readonly onWritten?: { ticks(): void; outbox(): void };
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
  /** What keeps this exchange from doing its work, by the name of the check. */
  problems(): Promise<Checks>;
  /** There is work for this job. */
  wakeJob(name: string): void;
  /** Feed, sockets and timed work begin, as far as this process has the roles; the process of the other roles begins before. */
  start(): Promise<void>;
  /** Stops what start began, finishes requests, closes the database and stops it if this process started it. */
  stop(reason: string): Promise<void>;
}

/** Terms that operators published are in force on every node so long after their instant at most. */
const catalogRoundMs = 1000;

export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const log = overrides.log ?? createLog(config);
  const clock = overrides.clock ?? createSystemClock();
  const random = overrides.random ?? createRandom();
  const { spawnWorker, onWritten } = overrides;
  const metrics = createMetrics({
    collectProcess: overrides.databaseAddress === undefined,
    process: spawnWorker !== undefined ? 'main' : onWritten !== undefined ? 'worker' : undefined,
  });
  const store = await openStore({
    config,
    log,
    ...(overrides.databaseAddress === undefined ? {} : { address: overrides.databaseAddress }),
  });
  const { database } = store;
  const { db } = database;
  const has = (role: Role) => config.roles.includes(role) && (spawnWorker === undefined || !workerRoles.includes(role));
  // Prices and private events never wait for a connection that a request holds.
  const stream = openDatabase({ address: store.ownerAddress, poolSize: streamPoolSize, log, asAppRole: true });

  try {
    await claimExchange(db, config.exchange);
    const jobs = createJobRunner({ log, metrics });

    const catalog = await loadCatalog(db, clock.now());
    const bus = createTickBus((error) => log.error({ err: error }, 'a listener of ticks failed'));
    const source = createFeedSource({ config: config.feed, db: stream.db, clock, random, log, catalog });
    const feed = createFeedService({
      db: stream.db,
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
    const market = createMarket({ db, catalog, feed });
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
      relayDb: stream.db,
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
    const worker =
      spawnWorker === undefined
        ? undefined
        : createWorker({
            spawn: () => spawnWorker(connectionStringOf(store.ownerAddress)),
            log,
            onTicks: () => feed.wake(),
            onOutbox: () => realtime.wakeOutbox(),
          });
    if (onWritten !== undefined) bus.onTicks(() => onWritten.ticks());
    const wakeOutbox = (): void => {
      realtime.wakeOutbox();
      onWritten?.outbox();
    };
    const wakeJob = (name: string): void => (worker === undefined ? jobs.wake(name) : worker.wakeJob(name));
    const funds = createFunds({ db, priceOf: (asset) => market.priceOf(asset), wakeOutbox });
    const seconds = await createSeconds({ db, catalog, clock, log, metrics, wakeOutbox, wakeJob });
    const spot = createSpot({ db, catalog, clock, log, metrics, wakeOutbox, wakeJob });
    const leverage = createLeverage({ db, catalog, clock, log, metrics, wakeOutbox, wakeJob });
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

    // Nobody asks the process of feed and deciding; the other one speaks for it.
    const http =
      onWritten !== undefined
        ? fastify()
        : await createHttp({
            handlers: has('api') ? handlers : {},
            sessions: identity.sessions,
            config,
            clock,
            log,
            metrics,
            databaseWatch: store.watch,
          });
    if (onWritten === undefined) await releases.addRoutes(http);
    const ownProblems = () =>
      findProblems({ database, databaseWatch: store.watch, invariants, feedProblem: () => feed.problem() });
    async function problems(): Promise<Checks> {
      const own = await ownProblems();
      return worker === undefined ? own : joinedProblems(own, worker.problems());
    }
    addHealthPages(http, { config, metrics, problems, figures: () => figuresOf(metrics, worker) });
    await http.ready();

    const demoLogin = config.seedDemoUser ? await identity.seedDemoUser() : undefined;
    if (demoLogin !== undefined) {
      const user = await db.selectFrom('appUser').select('id').where('email', '=', demoLogin.account).executeTakeFirstOrThrow();
      await db.transaction().execute((tx) => seedTopUp(tx, user.id, clock.now()));
    }

    let sessionWatch: Repeating | undefined;
    let catalogWatch: Repeating | undefined;
    let stopHearing: (() => void) | undefined;
    let starting: Promise<void> = Promise.resolve();
    let hasStarted = false;
    async function startAll(): Promise<void> {
      store.watch.start();
      catalogWatch = repeat(
        catalogRoundMs,
        () => catalog.follow(clock.now()),
        (error) => log.warn({ err: error }, 'the catalogue could not be read'),
      );
      await worker?.start();
      await feed.start();
      if (has('api') || has('realtime')) await market.start();
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
      problems,
      wakeJob,
      start() {
        starting = startAll().then(() => {
          hasStarted = true;
        });
        return starting;
      },
      async stop(reason) {
        log.info({ reason }, 'stopping');
        // What this process waits for to begin is ended at once.
        if (!hasStarted) await worker?.stop();
        // Half a start cannot be stopped; its error has been told to whoever started.
        await starting.catch(() => undefined);
        http.server.close();
        await releases.stop();
        await realtime.stop();
        await closeHttp(http);
        stopHearing?.();
        await jobs.stop();
        await worker?.stop();
        await sessionWatch?.stop();
        await catalogWatch?.stop();
        market.stop();
        await feed.stop();
        await stream.close();
        await store.close();
      },
    };
  } catch (error) {
    await stream.close();
    await store.close();
    throw error;
  }
}

/** The tick writer or follower, its lease, anchors and retention, the relay. */
const streamPoolSize = 5;

const requestGraceMs = 10_000;

/** No new connections; requests that run get their time, then their connections are cut. */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const closed = http.close();
  await withLimit(closed, requestGraceMs, () => new Error('late')).catch(() => http.server.closeAllConnections());
  await closed;
}
