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
import { withoutSchemas } from './http/withoutSchemas';
import type { InvariantWatch } from './ledger/InvariantWatch';
import { openOperations } from './operators/openOperations';
import { addHealthPages, createProblemFinder, type Checks } from './ops/healthPages';
import type { Papers } from './papers/Papers';
import { createSystemClock, type Clock } from './platform/Clock';
import { operatorRoles, workerRoles, type Config, type Role } from './platform/config';
import { createLog, type Log } from './platform/log';
import { createMetrics, type Metrics } from './platform/metrics';
import { createRandom, type Random } from './platform/random';
import { addForwarding } from './operators/forwarding';
import { portOf } from './platform/portOf';
import { allCompanions, openCompanions, type Spawning } from './processes/Companions';
import { figuresOf, joinedProblems } from './processes/joined';
import { claimExchange } from './store/claimExchange';
import { openDatabase, staffRole, type Database, type DatabaseAddress, type Db } from './store/database';
import { openStore, type Store } from './store/openStore';

/** What a test hands in instead of the real thing. */
export interface AppOverrides {
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Log;
  /** Where a verification code is shown when no mail or text-message service is set. */
  readonly print?: (line: string) => void;
  /** A database that is there and migrated already. */
  readonly databaseAddress?: DatabaseAddress;
  /** Starts the processes of feed and deciding and of the operators; this one has the other roles then. */
  readonly spawning?: Spawning;
  /** In such a process. */
  readonly companion?: {
    readonly name: 'worker' | 'operators';
    /** Whom to tell what was written. */
    readonly onWritten: { ticks(): void; outbox(): void };
    /** Of the whole exchange, as the main process told it. */
    readonly problems: () => Checks;
    readonly forwardSecret: string | undefined;
  };
}

export interface App {
  readonly http: FastifyInstance;
  /** Of the operators, on a port of its own; undefined in a process that does not answer them. */
  readonly operationsHttp: FastifyInstance | undefined;
  /** Where operators are answered, here or in the process for them; undefined: nowhere yet. */
  operationsPort(): number | undefined;
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
  const { spawning, companion } = overrides;
  const metrics = createMetrics({
    collectProcess: overrides.databaseAddress === undefined,
    process: spawning !== undefined ? 'main' : companion?.name,
  });
  const store = await openStore({
    config,
    log,
    ...(overrides.databaseAddress === undefined ? {} : { address: overrides.databaseAddress }),
  });
  const { database } = store;
  const { db } = database;
  const elsewhere = spawning === undefined ? [] : [...workerRoles, ...operatorRoles];
  const has = (role: Role) => config.roles.includes(role) && !elsewhere.includes(role);
  const hasPrices = config.roles.some((role) => has(role) && !operatorRoles.includes(role));
  // Prices and private events never wait for a connection that a request holds.
  const stream = openDatabase({ address: store.address, poolSize: streamPoolSize, log });
  const staff = has('operators') ? openStaff(store, log) : undefined;

  try {
    await claimExchange(db, config.exchange);
    const modules = await createModules({
      config,
      db,
      streamDb: stream.db,
      companions: (hears) =>
        spawning === undefined ? {} : openCompanions({ spawning, store, log, ...hears, problems: () => problems() }),
      clock,
      random,
      log,
      metrics,
      has,
      print: overrides.print,
      onWritten: companion?.onWritten,
    });
    const { feed, identity, releases, uploads, companions, invariants, handlers, wakeJob } = modules;

    // Nobody but operators asks another process; the main one speaks for it.
    const http =
      companion !== undefined
        ? fastify({ schemaController: withoutSchemas })
        : await createHttp({
            ...(has('api') ? { handlers, ...modules.routes } : { handlers: {} }),
            sessions: identity.sessions,
            config,
            clock,
            log,
            metrics,
            databaseWatch: store.watch,
          });
    if (companion === undefined) await releases.addRoutes(http);
    const ownProblems = createProblemFinder({
      pool: database.pool,
      databaseWatch: store.watch,
      invariants,
      feedProblem: () => (hasPrices ? feed.problem() : undefined),
    });
    async function problems(): Promise<Checks> {
      const own = await ownProblems();
      return companions.worker === undefined ? own : joinedProblems(own, companions.worker.problems());
    }
    addHealthPages(http, { config, metrics, problems, figures: () => figuresOf(metrics, allCompanions(companions)) });
    const operationsHttp =
      staff &&
      (await openOperations({
        config,
        db: staff.db,
        clock,
        random,
        log,
        reviews: modules.reviewsOn(staff.db),
        desk: modules.deskOn(staff.db),
        payouts: modules.payoutsOn(staff.db),
        merchants: modules.merchantsOn(staff.db),
        releaseVerbs: releases.verbs,
        personSessions: identity.sessions,
        problems: async () => companion?.problems() ?? problems(),
        texts: modules.texts,
        publicHttp: companion === undefined && config.operations.isPublic ? http : undefined,
        showPicture: uploads.show,
        forwardSecret: companion?.forwardSecret,
      }));
    const { operators } = companions;
    if (operators !== undefined && config.operations.isPublic)
      await addForwarding(http, { host: config.operations.host, port: operators.port, secret: operators.forwardSecret });
    await http.ready();

    const demoLogin = config.seedDemoUser ? await identity.seedDemoUser() : undefined;
    if (demoLogin !== undefined) await furnishDemo(db, demoLogin.account, modules.papers, clock);

    const run = createAppRun({ modules, http, operationsHttp, store, stream, staff, has, hasPrices, clock, log });
    return {
      http,
      operationsHttp,
      operationsPort: () => operators?.port() ?? (operationsHttp && portOf(operationsHttp)),
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
    await staff?.close();
    await store.close();
    throw error;
  }
}

/** Certified and with money, so that a newcomer can try everything. */
async function furnishDemo(db: Db, account: string, { certifyDemo }: Pick<Papers, 'certifyDemo'>, clock: Clock): Promise<void> {
  const user = await db.selectFrom('appUser').select('id').where('email', '=', account).executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    await certifyDemo(tx, user.id, clock.now());
    await seedTopUp(tx, user.id, clock.now());
  });
}

/** The tick writer or follower, its lease, anchors and retention, the relay. */
const streamPoolSize = 5;
const staffPoolSize = 8;

/** undefined: the login is kept from this process, which is said. */
function openStaff({ staffAddress, watch }: Store, log: Log): Database | undefined {
  if (staffAddress === undefined)
    log.warn('operators are not answered here: set DATABASE_STAFF_URL, the login by which they act');
  return (
    staffAddress && openDatabase({ address: staffAddress, role: staffRole, poolSize: staffPoolSize, log, onError: watch.noticed })
  );
}
