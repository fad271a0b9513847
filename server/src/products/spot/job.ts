/**
 * Executes spot orders: marks the orders that new ticks concern, then judges due orders one by one until nothing more can be
 * decided. The mark of an order that is set aside stays.
 */
import { marketWindowMs } from '@tessera/shared/trading';
import { sql } from 'kysely';
import { createWorker, inParallel, maxPauseMs, type WorkerDeps } from '../../execution/createWorker';
import type { Job } from '../../jobs/JobRunner';
import type { Db } from '../../store/database';
import { decideAfterMs, executeOrder } from './executeOrder';
import { isBehind, markOrders } from './markOrders';

export const spotJobName = 'spot-execution';
const roundSize = 200;
const concurrency = 4;

export function createSpotJob(deps: WorkerDeps): Job {
  const { db, metrics, wakeOutbox } = deps;
  const fillCount = metrics.counter('spot_fills_total', 'Fills of spot orders');
  const endCount = metrics.counter('spot_ended_total', 'Spot orders that ended, by how', ['how']);

  const worker = createWorker<number>(deps, {
    name: spotJobName,
    subject: 'a spot order',
    async begin() {
      if (!(await hasWork(db))) return maxPauseMs;
      await markOrders(db);
      return undefined;
    },
    async round({ nowMs, except, signal, attempt }) {
      const ids = await dueOrders(db, nowMs, except);
      let executed = 0;
      await inParallel(ids, concurrency, signal, async (id) => {
        const done = await attempt(id, () => executeOrder(db, id, nowMs));
        if (done === undefined) return;
        executed += 1;
        if (done.fills > 0) fillCount.inc(done.fills);
        if (done.end !== undefined) endCount.inc({ how: done.end.reason ?? done.end.status });
        if (done.fills > 0 || done.end !== undefined) wakeOutbox();
      });
      // A full round means that more may wait.
      return ids.length < roundSize || executed === 0 ? maxPauseMs : undefined;
    },
  });
  return worker.job;
}

/** One question, because each beat of the prices asks it: mostly there is nothing to mark and nothing is marked. */
async function hasWork(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from spot_order where is_due)
      or exists (select from spot_cursor c join tick_head head using (symbol_id) where ${isBehind})`.execute(db);
  return rows.length > 0;
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
