/**
 * The worker's loop: marks the orders that new ticks concern, then judges due orders one by one until nothing more can be
 * decided. New ticks and new orders wake it. An order that cannot be booked is set aside for a while, so that it holds up
 * nobody else; its mark stays, and it is reported each time.
 */
import { AppError } from '@tessera/shared/errors';
import { marketWindowMs } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Job } from '../../jobs/JobRunner';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { Db } from '../../store/database';
import { isTransient } from '../../store/idempotency';
import { decideAfterMs, executeOrder } from './executeOrder';
import { markOrders } from './markOrders';

export const spotJobName = 'spot-execution';
const longestPauseMs = 1000;
const setAsideMs = 30_000;
const roundSize = 200;
/** Orders of one worker that are judged at the same time. */
const lanes = 4;

export interface SpotJobOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Called after a commit that wrote private events. */
  readonly wakeOutbox: () => void;
}

export function createSpotJob({ db, clock, log, metrics, wakeOutbox }: SpotJobOptions): Job {
  const fillCount = metrics.counter('spot_fills_total', 'Fills of spot orders');
  const endCount = metrics.counter('spot_ended_total', 'Spot orders that ended, by how', ['how']);
  const setAside = new Map<number, number>();

  /** Answers whether something was decided. */
  async function execute(id: number, nowMs: number): Promise<boolean> {
    try {
      const executed = await executeOrder(db, id, nowMs);
      if (executed === undefined) return false;
      if (executed.fills > 0) fillCount.inc(executed.fills);
      if (executed.end !== undefined) endCount.inc({ how: executed.end.reason ?? executed.end.status });
      const isTold = executed.fills > 0 || executed.end !== undefined;
      if (isTold) wakeOutbox();
      return true;
    } catch (error) {
      // Nothing can be booked for anybody: no order is at fault.
      if (isTransient(error) || (error instanceof AppError && error.code === 'WALLET_FUNDS_READ_ONLY')) throw error;
      setAside.set(id, nowMs + setAsideMs);
      log.error({ err: error, order: id }, 'a spot order could not be executed');
      return false;
    }
  }

  /** Answers how many orders were taken up; a full round means that more may wait. */
  async function round(nowMs: number, signal: AbortSignal): Promise<{ readonly found: number; readonly executed: number }> {
    for (const [id, untilMs] of setAside) if (untilMs <= nowMs) setAside.delete(id);
    const ids = await dueOrders(db, nowMs, [...setAside.keys()]);
    const waiting = [...ids];
    let executed = 0;
    const lane = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift())
        if (await execute(id, nowMs)) executed += 1;
    };
    const ends = await Promise.allSettled(Array.from({ length: Math.min(lanes, ids.length) }, lane));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return { found: ids.length, executed };
  }

  return {
    name: spotJobName,
    everyMs: longestPauseMs,
    async run(signal) {
      await markOrders(db);
      while (!signal.aborted) {
        const { found, executed } = await round(clock.now(), signal);
        if (found < roundSize || executed === 0) return;
      }
    },
  };
}

/** Marked orders about which the log, or the clock, can say something that they have not heard. */
async function dueOrders(db: Db, nowMs: number, except: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from tick_head head join spot_order o on o.symbol_id = head.symbol_id and o.is_due
    where o.id <> all (${except}::bigint[]) and case
      when o.status = 'cancelling' then head.at_ms >= o.cancel_at_ms or o.cancel_at_ms + ${decideAfterMs} <= ${nowMs}::bigint
      else head.at_ms > o.looked_at_ms or o.entrustment = 'market' and o.accepted_at_ms + ${marketWindowMs + decideAfterMs} <= ${nowMs}::bigint end
    order by o.id limit ${roundSize}`.execute(db);
  return rows.map((row) => row.id);
}
