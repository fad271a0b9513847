/**
 * Knows within seconds that the database does not answer (it starts, it is frozen, the wire is dead) or cannot write (its disk is
 * full), so that a caller is asked to try again instead of hanging. It asks a small question on a connection of its own, again
 * and again; what other connections notice is handed in by `noticed`.
 */
import { AppError } from '@tessera/shared/errors';
import type { Pool } from 'pg';
import type { Log } from '../platform/log';
import { repeat, type Repeating } from '../platform/timers';

export interface DatabaseWatch {
  /** Why the database cannot do its work now; undefined when it can. */
  problem(): string | undefined;
  /** The work's own outcome, or PLEASE_RETRY as soon as the database is lost: what became of the work is then unknown. */
  whileAnswering<T>(work: () => Promise<T>): Promise<T>;
  /** An error that some query met. */
  noticed(error: unknown): void;
  start(): void;
  stop(): Promise<void>;
}

export interface DatabaseWatchDeps {
  /** One connection is enough. */
  readonly pool: Pick<Pool, 'query' | 'connect'>;
  readonly log: Log;
  /** Pause between two questions and limit of each, together below the five seconds in which a caller is answered. */
  readonly everyMs?: number;
  readonly limitMs?: number;
}

const diskFull = '53100';
/** Enough to need new space of the table, whatever room it has left. */
const probeBytes = 200_000;

export function createDatabaseWatch({ pool, log, everyMs = 1000, limitMs = 3000 }: DatabaseWatchDeps): DatabaseWatch {
  let isSilent = false;
  let isFull = false;
  const waiting = new Set<() => void>();
  let watching: Repeating | undefined;
  const problem = (): string | undefined =>
    isSilent ? 'does not answer' : isFull ? 'cannot write: its disk is full' : undefined;

  async function look(): Promise<void> {
    const isAnswered = await isDoneInTime(pool.query('select 1'), limitMs);
    if (isAnswered === isSilent) log[isAnswered ? 'info' : 'error'](isAnswered ? 'database answers' : 'database does not answer');
    isSilent = !isAnswered;
    if (isSilent) for (const lose of [...waiting]) lose();
    else if (isFull && (await isDoneInTime(writeProbe(pool), limitMs))) {
      isFull = false;
      log.info('database can write again');
    }
  }

  return {
    problem,
    async whileAnswering(work) {
      if (isSilent) throw retry();
      let lose = (): void => undefined;
      const lost = new Promise<never>((_, reject) => (lose = () => reject(retry())));
      waiting.add(lose);
      try {
        return await Promise.race([work(), lost]);
      } finally {
        waiting.delete(lose);
      }
    },
    noticed(error) {
      if (isFull || (error as { code?: unknown } | undefined)?.code !== diskFull) return;
      isFull = true;
      log.error('database cannot write: its disk is full');
    },
    start() {
      watching ??= repeat(everyMs, look, (error) => log.error({ err: error }, 'watch over the database missed a round'));
    },
    stop: async () => watching?.stop(),
  };
}

const retry = (): AppError => new AppError('PLEASE_RETRY', { isRetryable: true, isOutcomeUnknown: true });

async function writeProbe(pool: DatabaseWatchDeps['pool']): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Random text: what is compressed needs no room.
    await client.query(
      `insert into write_probe select string_agg(md5(random()::text), '') from generate_series(1, ${Math.ceil(probeBytes / 32)})`,
    );
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

/** False when the work failed or took longer. A stall of our own process is not held against the database. */
async function isDoneInTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const done = work.then(
    () => true,
    () => false,
  );
  const late = new Promise<boolean>((resolve) => {
    // After a stall the timer comes before the answer that lies there already: two turns of the loop let it be read.
    timer = setTimeout(() => setImmediate(() => setImmediate(() => resolve(false))), limitMs);
  });
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
