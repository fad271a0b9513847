/**
 * Builds the exchange from its parts and never listens: main.ts and the tests do. Everything long-lived is made here, in
 * the order in which it is needed, and stopped in the opposite order. Each module is made by create<Module>(its needs)
 * and answers some calls of the endpoint table (`handlers`); a call that nobody answers says that its feature is not open.
 */
import type { FastifyInstance } from 'fastify';
import { createHttp } from './http/createHttp';
import type { Handlers } from './http/handler';
import type { SessionFinder } from './http/sessionFinder';
import { createFunds } from './funds/Funds';
import { createJobRunner, type JobRunner } from './jobs/JobRunner';
import { createInvariantWatch, type InvariantRule, type InvariantWatch } from './ledger/invariants';
import { addHealthPages } from './ops/healthPages';
import { createSystemClock, type Clock } from './platform/Clock';
import type { Config } from './platform/config';
import { createLog, type Log } from './platform/log';
import { createMetrics, type Metrics } from './platform/metrics';
import { createRandom, type Random } from './platform/random';
import { withLimit } from './platform/timers';
import type { Database, DatabaseAddress } from './store/database';
import { forgetOldRequests } from './store/idempotency';
import { openStore } from './store/openStore';

/** What a test hands in instead of the real thing. */
export interface AppOverrides {
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Log;
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
  const store = await openStore({ config, log, ...(overrides.databaseAddress === undefined ? {} : { address: overrides.databaseAddress }) });
  const { database } = store;
  const { db } = database;

  try {
    const jobs: JobRunner = createJobRunner({ log, metrics });
    const extraRules: InvariantRule[] = [];
    const invariants = createInvariantWatch({ db, clock, log, metrics, extraRules });

    const funds = createFunds({ db, priceOf: () => undefined, wakeOutbox: () => undefined });
    const sessions: SessionFinder = { find: async () => undefined };
    const handlers: Handlers = { ...funds.handlers };

    jobs.add({ name: 'invariants', everyMs: 60_000, run: async () => void (await invariants.run()) });
    jobs.add({ name: 'forget-old-requests', everyMs: 3_600_000, run: () => forgetOldRequests(db, clock.now()) });

    const http = await createHttp({ handlers: config.roles.includes('api') ? handlers : {}, sessions, config, clock, log, metrics });
    addHealthPages(http, { config, database, invariants, metrics, feedProblem: () => undefined });
    await http.ready();

    return {
      http,
      database,
      clock,
      log,
      metrics,
      invariants,
      demoLogin: undefined,
      async start() {
        if (config.roles.includes('jobs')) jobs.start();
      },
      async stop(reason) {
        log.info({ reason }, 'stopping');
        await closeHttp(http);
        await jobs.stop();
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
