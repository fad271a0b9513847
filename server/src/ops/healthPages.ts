/**
 * Pages for machines. /healthz: the process answers. /readyz: it can do its work (database, migrations, feed, book).
 * /metrics: figures, for callers on this machine or with METRICS_TOKEN.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tokenOf } from '../http/sessionFinder';
import type { InvariantWatch } from '../ledger/InvariantWatch';
import type { Config } from '../platform/config';
import type { Metrics } from '../platform/metrics';
import { isSameSecret } from '../platform/random';
import { withLimit } from '../platform/timers';
import type { Database } from '../store/database';
import type { DatabaseWatch } from '../store/databaseWatch';
import { pendingMigrations } from '../store/migrate';

const questionLimitMs = 3000;
/** Only a release brings more of them. */
const migrationsHoldMs = 15_000;

/** By the name of the check; undefined where all is well. */
export type Checks = Readonly<Record<string, string | undefined>>;

/** What keeps this process from doing its work. Cheap enough for every second: what the database can do is known to its watch. */
export function createProblemFinder({
  pool,
  databaseWatch,
  invariants,
  feedProblem,
}: {
  readonly pool: Database['pool'];
  readonly databaseWatch: Pick<DatabaseWatch, 'problem'>;
  readonly invariants: Pick<InvariantWatch, 'problem'>;
  /** undefined when prices flow. */
  readonly feedProblem: () => string | undefined;
}): () => Promise<Checks> {
  let noneUntilMs = -Infinity;

  async function findPending(): Promise<readonly string[]> {
    if (performance.now() < noneUntilMs) return [];
    const asking = withLimit(pendingMigrations(pool), questionLimitMs, () => new Error('late'));
    const pending = await asking.catch(() => ['unknown']);
    if (pending.length === 0) noneUntilMs = performance.now() + migrationsHoldMs;
    return pending;
  }

  return async () => {
    const pending = await findPending();
    return {
      database: databaseWatch.problem(),
      migrations: pending.length === 0 ? undefined : `pending: ${pending.join(', ')}`,
      feed: feedProblem(),
      invariants: invariants.problem(),
    };
  };
}

export function addHealthPages(
  http: FastifyInstance,
  deps: {
    readonly config: Pick<Config, 'metricsToken'>;
    readonly problems: () => Promise<Checks>;
    /** In the text format. */
    readonly figures: () => Promise<string>;
    readonly metrics: Metrics;
  },
): void {
  const { config, metrics } = deps;
  const findOnce = shared(deps.problems);

  http.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  http.get('/readyz', async (_, reply) => {
    const problems = await findOnce();
    const isReady = Object.values(problems).every((problem) => problem === undefined);
    const checks = Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, problem ?? 'ok']));
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', checks });
  });

  http.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) return reply.code(404).send();
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await deps.figures());
  });
}

/** Anyone who asks while it is looked hears what is found: however many ask, one connection is held. */
function shared<T>(look: () => Promise<T>): () => Promise<T> {
  let looking: Promise<T> | undefined;
  return () =>
    (looking ??= look().finally(() => {
      looking = undefined;
    }));
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

function mayRead(request: FastifyRequest, metricsToken: string | undefined): boolean {
  const token = tokenOf(request.headers.authorization);
  if (metricsToken !== undefined && token !== undefined && isSameSecret(token, metricsToken)) return true;
  // A proxy on this machine also calls from loopback; it says for whom.
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !isForwarded && loopback.has(request.socket.remoteAddress ?? '');
}
