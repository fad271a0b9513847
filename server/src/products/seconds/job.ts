/**
 * The worker's loop: takes batches until nothing more can be decided, then sleeps until the earliest order is due, a
 * second at most. New ticks and new orders wake it. An order that cannot be booked is set aside for a while, so that it
 * holds up nobody else, and is reported each time.
 */
import { AppError } from '@tessera/shared/errors';
import type { Job } from '../../jobs/JobRunner';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { Db } from '../../store/database';
import { applyNewIncidents } from './refundIncident';
import { BatchFailed, batchSize, settleDue, type BatchResult } from './settleDue';

export const settlementJobName = 'seconds-settlement';
const longestPauseMs = 1000;
/** Due, but its tick is not in the log yet: the next tick wakes us sooner. */
const undecidedPauseMs = 100;
const setAsideMs = 30_000;

export interface SettlementJobOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Called after a commit that wrote private events. */
  readonly wakeOutbox: () => void;
}

export function createSettlementJob({ db, clock, log, metrics, wakeOutbox }: SettlementJobOptions): Job {
  const settledCount = metrics.counter('seconds_settled_total', 'Seconds contracts settled by outcome', ['outcome']);
  const delay = metrics.histogram('seconds_settle_delay_seconds', 'From expiry to settlement', [0.25, 0.5, 1, 2, 3, 5, 10, 60]);
  const setAside = new Map<number, number>();

  function report(batch: BatchResult, nowMs: number): void {
    for (const { order, outcome } of batch.settled) {
      settledCount.inc({ outcome });
      if (nowMs >= order.expiresAtMs) delay.observe((nowMs - order.expiresAtMs) / 1000);
    }
    if (batch.entered > 0 || batch.settled.length > 0) wakeOutbox();
  }

  const except = (nowMs: number): number[] => {
    for (const [id, untilMs] of setAside) if (untilMs <= nowMs) setAside.delete(id);
    return [...setAside.keys()];
  };

  /** One by one, to find the order at fault and let the others pass. */
  async function settleSingly(failure: BatchFailed, nowMs: number): Promise<void> {
    // Nothing can be booked for anybody: no order is at fault.
    if (failure.cause instanceof AppError && failure.cause.code === 'WALLET_FUNDS_READ_ONLY') throw failure;
    if (failure.orderIds.length === 1) {
      for (const id of failure.orderIds) setAside.set(id, nowMs + setAsideMs);
      log.error({ err: failure.cause, orders: failure.orderIds }, 'an order could not be settled');
      return;
    }
    for (let count = 0; count < failure.orderIds.length; count += 1) {
      const batch = await settleOne(nowMs);
      if (batch === undefined) continue;
      if (batch.claimed === 0) return;
    }
  }

  async function settleOne(nowMs: number): Promise<BatchResult | undefined> {
    try {
      const batch = await settleDue(db, nowMs, { limit: 1, except: except(nowMs) });
      report(batch, nowMs);
      return batch;
    } catch (error) {
      if (!(error instanceof BatchFailed)) throw error;
      await settleSingly(error, nowMs);
      return undefined;
    }
  }

  return {
    name: settlementJobName,
    everyMs: longestPauseMs,
    async run(signal) {
      if ((await applyNewIncidents(db, clock.now())) > 0) wakeOutbox();
      while (!signal.aborted) {
        const nowMs = clock.now();
        try {
          const batch = await settleDue(db, nowMs, { except: except(nowMs) });
          report(batch, nowMs);
          const progress = batch.entered + batch.settled.length;
          if (batch.claimed < batchSize || progress === 0) return await pauseMs(db, clock.now());
        } catch (error) {
          if (!(error instanceof BatchFailed)) throw error;
          await settleSingly(error, nowMs);
        }
      }
      return undefined;
    },
  };
}

async function pauseMs(db: Db, nowMs: number): Promise<number> {
  const row = await db
    .selectFrom('secOrder')
    .select((of) => of.fn.min('dueAtMs').as('dueAtMs'))
    .where('status', '<>', 'settled')
    .executeTakeFirst();
  const dueAtMs = row?.dueAtMs ?? null;
  if (dueAtMs === null) return longestPauseMs;
  return Math.min(longestPauseMs, Math.max(undecidedPauseMs, dueAtMs - nowMs));
}
