/**
 * The loop of a worker that decides orders: rounds until nothing more can be decided, then a pause that new ticks and new
 * orders cut short. What cannot be booked is set aside for a while, so that it holds up nobody else, and is reported each
 * time. Any number of workers may run: what one did the others find done. A product is the body of this loop.
 */
import { AppError } from '@tessera/shared/errors';
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Db } from '../store/database';
import { isTransient } from '../store/idempotency';

/** Nothing is known to be due: a tick or an order wakes the worker sooner. */
export const maxPauseMs = 1000;
const setAsideMs = 30_000;

export interface WorkerDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Called after a commit that wrote private events. */
  readonly wakeOutbox: () => void;
}

export interface RoundContext<Key> {
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** What is set aside now, by this worker. */
  readonly except: readonly Key[];
  /** Does the work about a key, or sets it aside: then answers undefined. Rejects when nothing can be booked for anybody. */
  attempt<T>(key: Key, work: () => Promise<T>): Promise<T | undefined>;
}

export interface WorkerBody<Key> {
  readonly name: string;
  /** For the log: "a spot order could not be decided". */
  readonly subject: string;
  /** Once before the rounds of a run. Answers as a round does: a pause means that nothing can be due, and no round follows. */
  begin?(context: RoundContext<Key>): Promise<number | undefined>;
  /** undefined: go on at once, more may be decided. Else after how long at the latest the next run should come. */
  round(context: RoundContext<Key>): Promise<number | undefined>;
  /** Where what is set aside is kept instead of this worker's memory. */
  setAside?(key: Key, untilMs: number): Promise<void>;
}

export interface Worker<Key> {
  readonly job: Job;
  /** For a single round beside the job: tests and tools. */
  context(signal?: AbortSignal): RoundContext<Key>;
}

export function createWorker<Key>({ clock, log, metrics }: WorkerDeps, body: WorkerBody<Key>): Worker<Key> {
  const failures = metrics.counter('decisions_set_aside_total', 'What could not be decided and is tried again later', ['job']);
  const untilMs = new Map<Key, number>();

  async function attempt<T>(key: Key, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (concernsEverybody(error)) throw error;
      failures.inc({ job: body.name });
      log.error({ err: error, key }, `${body.subject} could not be decided`);
      const retryAtMs = clock.now() + setAsideMs;
      if (body.setAside === undefined) untilMs.set(key, retryAtMs);
      else await body.setAside(key, retryAtMs);
      return undefined;
    }
  }

  function keysSetAside(nowMs: number): Key[] {
    for (const [key, retryAtMs] of untilMs) if (retryAtMs <= nowMs) untilMs.delete(key);
    return [...untilMs.keys()];
  }

  function context(signal = new AbortController().signal): RoundContext<Key> {
    const nowMs = clock.now();
    return { nowMs, signal, except: keysSetAside(nowMs), attempt };
  }

  async function run(signal: AbortSignal): Promise<number | undefined> {
    const idleMs = await body.begin?.(context(signal));
    if (idleMs !== undefined) return idleMs;
    while (!signal.aborted) {
      const pauseMs = await body.round(context(signal));
      if (pauseMs !== undefined) return pauseMs;
    }
    return undefined;
  }

  return { job: { name: body.name, everyMs: maxPauseMs, run: async (signal) => run(signal) }, context };
}

/** The database is away, or nothing may be booked at all: no order is at fault. */
const concernsEverybody = (error: unknown): boolean =>
  isTransient(error) || (error instanceof AppError && error.code === 'WALLET_FUNDS_READ_ONLY');

/** Works items at the same time: their transactions spend most of their time on the way to the database. */
export async function inParallel<Item>(
  items: readonly Item[],
  concurrency: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined && !signal.aborted; item = waiting.shift()) await work(item);
  };
  // All lanes end before a failure is passed on: nothing goes on behind the caller's back.
  const ends = await Promise.allSettled(Array.from({ length: Math.min(concurrency, items.length) }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
