/**
 * Builds the exchange and never listens: main.ts and the tests do. The database, the modules (createModules.ts) and the HTTP side
 * are made here, started in the order in which they need each other, and stopped in the opposite order. A call of the endpoint
 * table that no module answers says that its feature is not open.
 */
import fastify, { type FastifyInstance } from 'fastify';
import { createAppRun } from './AppRun';
import { createModules } from './createModules';
import { seedTopUp } from './funds/seedTopUp';
import { createHttp } from './http/createHttp';
import type { InvariantWatch } from './ledger/InvariantWatch';
import { openOperations } from './operators/openOperations';
import { addHealthPages, findProblems, type Checks } from './ops/healthPages';
import { createSystemClock, type Clock } from './platform/Clock';
import { workerRoles, type Config, type Role } from './platform/config';
import { createLog, type Log } from './platform/log';
import { createMetrics, type Metrics } from './platform/metrics';
import { createRandom, type Random } from './platform/random';
import type { WorkerOptions } from './processes/Worker';
import { figuresOf, joinedProblems } from './processes/joined';
import { claimExchange } from './store/claimExchange';
import { openDatabase, type Database, type DatabaseAddress } from './store/database';
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
  /** Of the operators, on a port of its own; undefined in a process that answers no calls. */
  readonly operationsHttp: FastifyInstance | undefined;
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
  const stream = openDatabase({ address: store.address, poolSize: streamPoolSize, log });

  try {
    await claimExchange(db, config.exchange);
    const modules = await createModules({
      config,
      db,
      streamDb: stream.db,
      address: store.address,
      clock,
      random,
      log,
      metrics,
      has,
      print: overrides.print,
      spawnWorker,
      onWritten,
    });
    const { feed, identity, releases, reviews, uploads, worker, invariants, handlers, wakeJob } = modules;

    // Nobody asks the process of feed and deciding; the other one speaks for it.
    const http =
      onWritten !== undefined
        ? fastify()
        : await createHttp({
            handlers: has('api') ? handlers : {},
            showPicture: has('api') ? uploads.show : undefined,
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
    const operationsHttp =
      has('api') && onWritten === undefined
        ? await openOperations({
            config,
            db,
            clock,
            random,
            log,
            reviews,
            releaseVerbs: releases.verbs,
            personSessions: identity.sessions,
            problems,
            texts: modules.texts,
            publicHttp: http,
            showPicture: uploads.show,
          })
        : undefined;
    await http.ready();

    const demoLogin = config.seedDemoUser ? await identity.seedDemoUser() : undefined;
    if (demoLogin !== undefined) {
      const user = await db.selectFrom('appUser').select('id').where('email', '=', demoLogin.account).executeTakeFirstOrThrow();
      await db.transaction().execute(async (tx) => {
        await modules.papers.certifyDemo(tx, user.id, clock.now());
        await seedTopUp(tx, user.id, clock.now());
      });
    }

    const run = createAppRun({ modules, http, operationsHttp, store, stream, has, clock, log });
    return {
      http,
      operationsHttp,
      database,
      clock,
      log,
      metrics,
      invariants,
      demoLogin,
      problems,
      wakeJob,
      start: run.start,
      stop: run.stop,
    };
  } catch (error) {
    await stream.close();
    await store.close();
    throw error;
  }
}

/** The tick writer or follower, its lease, anchors and retention, the relay. */
const streamPoolSize = 5;
