/**
 * Every few minutes the newest root is shown to each witness outside, and what they say is kept and published. One that does not
 * answer is asked again in the next round; one that knows other roots than ours is an alarm, and what it said is published.
 */
import type { Db } from '../store/database';
import type { Job } from '../jobs/JobRunner';
import type { Handlers } from '../http/handler';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import { Fork, type RootsToShow, type Witness } from './Witness';
import { readAnchors } from '../feed/minuteAnchors';

const roundMs = 5 * 60_000;
/** While there is nothing that it could be shown. */
const firstRoundMs = 10_000;
const defaultStatements = 100;

export interface Witnesses {
  readonly handlers: Handlers;
  readonly jobs: readonly Job[];
}

export interface WitnessesOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly witnesses: readonly Witness[];
  /** The public key that the exchange began with. */
  readonly exchange: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

export function createWitnesses({ db, clock, witnesses, exchange, log, metrics }: WitnessesOptions): Witnesses {
  const shown = metrics.counter('witness_rounds_total', 'Rounds of showing roots to a witness, by outcome', [
    'witness',
    'outcome',
  ]);

  const roots = async (): Promise<RootsToShow> => ({
    exchange,
    keys: (await db.selectFrom('publicRecord').select('body').where('kind', '=', 'key').orderBy('seq').execute()).map(
      ({ body }) => body,
    ),
    newest: async () => {
      const { newestMs } = await db
        .selectFrom('tickAnchor')
        .select((eb) => eb.fn.max('minuteMs').as('newestMs'))
        .executeTakeFirstOrThrow();
      return (await signedRoots(newestMs ?? 0, 1))[0];
    },
    from: signedRoots,
  });

  const signedRoots = async (fromMs: number, limit: number) =>
    (await readAnchors(db, fromMs, Number.MAX_SAFE_INTEGER, limit)).filter(({ signed }) => signed !== undefined);

  async function showTo(witness: Witness, signal: AbortSignal): Promise<number> {
    const { kind, url } = witness;
    try {
      const said = await witness.show(await roots(), signal);
      await db
        .insertInto('witnessedRoot')
        .values({ witness: url, kind, ...said })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      shown.inc({ witness: url, outcome: 'done' });
      return roundMs;
    } catch (error) {
      const isFork = error instanceof Fork;
      if (isFork) await keepFork(url, error.message);
      shown.inc({ witness: url, outcome: isFork ? 'fork' : 'failed' });
      log[isFork ? 'error' : 'warn']({ err: error, witness: url }, 'a witness did not confirm our newest root');
      return isFork ? roundMs : firstRoundMs;
    }
  }

  const keepFork = (witness: string, message: string) =>
    db
      .insertInto('witnessFork')
      .values({ witness, atMs: clock.now(), message })
      .onConflict((conflict) => conflict.doNothing())
      .execute();

  /** Anyone who names a beginning wants what follows it: the oldest from there on. Otherwise the newest. */
  async function statements(fromMs: number | undefined, toMs: number) {
    const found = await db
      .selectFrom('witnessedRoot')
      .selectAll()
      .where('minuteMs', '>=', fromMs ?? 0)
      .where('minuteMs', '<=', toMs)
      .orderBy('minuteMs', fromMs === undefined ? 'desc' : 'asc')
      .orderBy('witness')
      .limit(defaultStatements)
      .execute();
    return fromMs === undefined ? found.reverse() : found;
  }

  return {
    jobs: witnesses.map((witness) => ({
      name: `witness ${witness.url}`,
      everyMs: roundMs,
      run: (signal) => showTo(witness, signal),
    })),
    handlers: {
      witnessed: async ({ request: { fromMs, toMs = Number.MAX_SAFE_INTEGER } }) => ({
        witnesses: witnesses.map(({ kind, url }) => ({ kind, url })),
        roots: await statements(fromMs, toMs),
        forks: await db.selectFrom('witnessFork').selectAll().orderBy('atMs', 'desc').limit(defaultStatements).execute(),
      }),
    },
  };
}
