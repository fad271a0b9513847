/**
 * Books each finished day exactly once: the interest of Interest Treasure and of loans. One process at a time does it. Each order's row has its
 * next day, so days without a running server are booked later, oldest first, and a clock that was set back books nothing twice.
 */
import { sql } from 'kysely';
import { isTransient } from '../store/idempotency';
import { createLease, type Lease } from '../feed/Lease';
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Db, Tx } from '../store/database';
import { createBatchSize, type BatchSize } from './batchSize';
import { untilNextDayMs } from './days';
import { keepAccruals, type AccrualKind, type Accrued } from './keepAccruals';
import { lastDayOver } from './lastDayOver';

export interface DailyBooking {
  readonly kind: AccrualKind;
  /** Orders that have an unbooked day up to `lastDay`, oldest day first. */
  due(db: Db, asked: { readonly lastDay: number; readonly limit: number; readonly except: readonly number[] }): Promise<number[]>;
  /**
   * Books the next days of those orders that are still due and skips rows that another transaction holds. Returns what it booked; the caller writes
   * the accruals. At the start the transaction holds the calendar's lease only.
   */
  book(
    tx: Tx,
    asked: { readonly refs: readonly number[]; readonly lastDay: number; readonly atMs: number },
  ): Promise<readonly Accrued[]>;
  /** Called after each commit. */
  onBooked?(): void;
}

export interface CalendarDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Identifies this process. */
  readonly holder: string;
  readonly bookings: readonly DailyBooking[];
  /** Maximum per transaction. */
  readonly ordersAtOnce?: number;
}

const leaseName = 'calendar';
const leaseLifeMs = 60_000;
/** How far two clocks may differ. A lease of a killed process whose clock was further ahead does not block the others. */
const leaseFurthestMs = 600_000;
/** Interval of the check; one small query while nothing is due. */
const everyMs = 5000;
const mostInBatch = 1000;
/** Parallel transactions: while the database books one, the next is computed. */
const lanes = 2;
/** An order that cannot be booked is skipped for this time, so that it does not delay the others. */
const setAsideMs = 300_000;

export function createCalendar(deps: CalendarDeps): { readonly job: Job } {
  const { db, clock, log, metrics, holder, bookings, ordersAtOnce = mostInBatch } = deps;
  const lease = createLease(db, leaseName, holder, leaseLifeMs, leaseFurthestMs);
  const failures = metrics.counter('accruals_set_aside_total', 'Days of orders that could not be booked and are tried again', [
    'kind',
  ]);
  const setAside = new Map<string, number>();
  const sizes = new Map(bookings.map((booking) => [booking, createBatchSize(ordersAtOnce)]));

  function except(kind: AccrualKind): number[] {
    const nowMs = clock.now();
    // The second: after a clock that was set back.
    for (const [key, untilMs] of setAside) if (untilMs <= nowMs || untilMs > nowMs + setAsideMs) setAside.delete(key);
    return [...setAside.keys()].flatMap((key) =>
      key.startsWith(`${kind} `) ? [Number.parseInt(key.slice(kind.length), 10)] : [],
    );
  }

  async function dueOf(booking: DailyBooking, limit: number): Promise<number[]> {
    return booking.due(db, { lastDay: await lastDayOver(db, clock.now()), limit, except: except(booking.kind) });
  }

  /** Returns whether it booked anything. */
  async function bookRefs(booking: DailyBooking, epoch: number, refs: readonly number[]): Promise<boolean> {
    try {
      return await bookOnce(deps, booking, epoch, refs);
    } catch (error) {
      if (isTransient(error) || error instanceof LeaseLost) throw error;
      if (refs.length > 1) {
        let isBooked = false;
        for (const ref of refs) isBooked = (await bookRefs(booking, epoch, [ref])) || isBooked;
        return isBooked;
      }
      putAside(booking.kind, refs[0], error);
      return false;
    }
  }

  function putAside(kind: AccrualKind, ref: number | undefined, error: unknown): void {
    failures.inc({ kind });
    log.error({ err: error, kind, ref }, 'a day of an order could not be booked');
    setAside.set(`${kind} ${ref}`, clock.now() + setAsideMs);
  }

  /** Returns whether it booked anything. */
  async function bookBatches(booking: DailyBooking, epoch: number, size: BatchSize): Promise<boolean> {
    const atOnce = size.current;
    const refs = await dueOf(booking, atOnce * lanes);
    const outcomes = await Promise.allSettled(
      Array.from({ length: Math.ceil(refs.length / atOnce) }, async (_, lane) => {
        const batch = refs.slice(lane * atOnce, (lane + 1) * atOnce);
        const sinceMs = performance.now();
        const isBooked = await bookRefs(booking, epoch, batch);
        if (batch.length === atOnce) size.took(performance.now() - sinceMs);
        return isBooked;
      }),
    );
    const failed = outcomes.flatMap((outcome, lane) => (outcome.status === 'rejected' ? [{ lane, reason: outcome.reason }] : []));
    // What may be tried again is, in ever smaller batches: one order that fails each time is found, and waits alone.
    if (failed.length > 0 && atOnce > 1) size.failed(Math.min(atOnce, refs.length));
    for (const { lane, reason } of failed) {
      if (atOnce > 1 || !isTransient(reason)) throw reason;
      putAside(booking.kind, refs[lane], reason);
    }
    return outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value);
  }

  async function bookAll(booking: DailyBooking, epoch: number, signal: AbortSignal): Promise<void> {
    const size = sizes.get(booking) ?? createBatchSize(ordersAtOnce);
    while (!signal.aborted && (await lease.renew(epoch, clock.now()))) {
      if (!(await bookBatches(booking, epoch, size))) return;
      booking.onBooked?.();
    }
  }

  async function isAnythingDue(): Promise<boolean> {
    for (const booking of bookings) if ((await dueOf(booking, 1)).length > 0) return true;
    return false;
  }

  return {
    job: {
      name: 'calendar',
      everyMs,
      async run(signal) {
        if (await isAnythingDue())
          await underLease(lease, clock, async (epoch) => {
            for (const booking of bookings) await bookAll(booking, epoch, signal);
          });
        // At midnight, and again shortly after it: prices pass midnight a moment after the clock.
        return Math.min(everyMs, untilNextDayMs(clock.now()));
      },
    },
  };
}

async function underLease(lease: Lease, clock: Clock, work: (epoch: number) => Promise<void>): Promise<void> {
  const epoch = await lease.acquire(clock.now());
  if (epoch === undefined) return;
  try {
    await work(epoch);
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  } finally {
    await lease.release(epoch);
  }
}

class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

async function bookOnce(
  { db, clock }: CalendarDeps,
  booking: DailyBooking,
  epoch: number,
  refs: readonly number[],
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Locking the lease's row makes a new holder wait, and an old holder notice that its lease is over.
    const held = await sql`select from lease where name = ${leaseName} and epoch = ${epoch}::bigint for share`.execute(tx);
    if (held.rows.length === 0) throw new LeaseLost();
    const atMs = clock.now();
    const accrued = await booking.book(tx, { refs, lastDay: await lastDayOver(tx, atMs), atMs });
    await keepAccruals(tx, booking.kind, accrued, atMs);
    return accrued.length > 0;
  });
}
