/** What an exchange does from its start to its stop: in which order its parts begin, and in the opposite one how they end. */
import type { FastifyInstance } from 'fastify';
import type { createModules } from './createModules';
import { closeHttp } from './http/closeHttp';
import type { Clock } from './platform/Clock';
import type { Role } from './platform/config';
import type { Log } from './platform/log';
import { stopInOrder } from './platform/stopInOrder';
import { allCompanions } from './processes/Companions';
import { repeat, type Repeating } from './platform/timers';
import type { Database } from './store/database';
import type { Store } from './store/openStore';

/** Terms that operators published are in force on every node so long after their instant at most, and halts are shown. */
const catalogRoundMs = 1000;
/** Everything but the database: requests have 10 s, and the other processes 12. */
const partsLimitMs = 18_000;

export interface AppRun {
  start(): Promise<void>;
  stop(reason: string): Promise<void>;
}

export interface AppRunDeps {
  readonly modules: Awaited<ReturnType<typeof createModules>>;
  readonly http: FastifyInstance;
  readonly operationsHttp: FastifyInstance | undefined;
  readonly store: Store;
  readonly stream: Database;
  /** By which operators act. */
  readonly staff: Database | undefined;
  readonly has: (role: Role) => boolean;
  /** Follows or leads the feed. */
  readonly hasPrices: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

export function createAppRun({
  modules,
  http,
  operationsHttp,
  store,
  stream,
  staff,
  has,
  hasPrices,
  clock,
  log,
}: AppRunDeps): AppRun {
  const { catalog, feed, market, identity, releases, realtime, jobs, followHouse } = modules;
  const companions = allCompanions(modules.companions);
  const stopCompanions = () => Promise.all(companions.map((one) => one.stop()));
  let sessionWatch: Repeating | undefined;
  let catalogWatch: Repeating | undefined;
  let stopHearing: (() => void) | undefined;
  let starting: Promise<void> = Promise.resolve();
  let hasStarted = false;

  async function startAll(): Promise<void> {
    store.watch.start();
    catalogWatch = repeat(
      catalogRoundMs,
      async () => {
        await catalog.follow(clock.now());
        realtime.announceCatalog();
        if (has('api')) await followHouse();
      },
      (error) => log.warn({ err: error }, 'the catalogue could not be read'),
    );
    await Promise.all(companions.map((one) => one.start()));
    if (hasPrices) await feed.start();
    if (has('api') || has('realtime')) await market.start();
    // Other processes answer nobody by a session.
    if (has('api') || has('realtime'))
      sessionWatch = identity.sessions.watch((error) => log.warn({ err: error }, 'ended sessions could not be read'));
    if (has('realtime')) {
      await realtime.attach(http.server);
      releases.start((head) => realtime.announceRelease(head));
    }
    if (!has('jobs')) return;
    jobs.start();
    stopHearing = modules.hearTicks();
  }

  return {
    start() {
      starting = startAll().then(() => {
        hasStarted = true;
      });
      return starting;
    },
    async stop(reason) {
      log.info({ reason }, 'stopping');
      http.server.close();
      operationsHttp?.server.close();
      await stopInOrder(
        [
          // What this process waits for to begin is ended at once.
          ['processes that begin', () => (hasStarted ? undefined : stopCompanions())],
          // Half a start cannot be stopped; its error has been told to the caller.
          ['start', () => starting.catch(() => undefined)],
          ['releases', () => releases.stop()],
          ['sockets', () => realtime.stop()],
          ['requests', () => closeHttp(http)],
          ["operators' requests", () => operationsHttp && closeHttp(operationsHttp)],
          ['deciding', () => stopHearing?.()],
          ['jobs', () => jobs.stop()],
          ['processes', stopCompanions],
          ['sessions', () => sessionWatch?.stop()],
          ['catalogue', () => catalogWatch?.stop()],
          ['market', () => market.stop()],
          ['feed', () => feed.stop()],
          ['stream', () => stream.close()],
          ["operators' connections", () => staff?.close()],
        ],
        { log, limitMs: partsLimitMs },
      );
      await store.close();
    },
  };
}
