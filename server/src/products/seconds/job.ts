/**
 * Settles seconds contracts: batches until nothing more can be decided, then sleeps until the earliest order is due. Of a batch
 * that cannot be booked each order is tried by itself, to find the one at fault and let the others pass.
 */
import { invariant } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Job } from '../../jobs/JobRunner';
import { createWorker, maxPauseMs, type RoundContext, type WorkerDeps } from '../../execution/createWorker';
import type { Db } from '../../store/database';
import { applyNewIncidents } from './refundIncident';
import { BatchFailed, batchSize, rejectWithCause, settleDue, type BatchResult } from './settleDue';

export const settlementJobName = 'seconds-settlement';
/** Due, but its tick is not in the log yet: the next tick wakes us sooner. */
const undecidedPauseMs = 100;

export function createSettlementJob(deps: WorkerDeps): Job {
  const { db, clock, metrics, wakeOutbox } = deps;
  const settledCount = metrics.counter('seconds_settled_total', 'Seconds contracts settled by outcome', ['outcome']);
  const delay = metrics.histogram('seconds_settle_delay_seconds', 'From expiry to settlement', [0.25, 0.5, 1, 2, 3, 5, 10, 60]);

  function report(batch: BatchResult, nowMs: number): void {
    for (const { order, outcome } of batch.settled) {
      settledCount.inc({ outcome });
      if (nowMs >= order.expiresAtMs) delay.observe((nowMs - order.expiresAtMs) / 1000);
    }
    if (batch.entered > 0 || batch.settled.length > 0) wakeOutbox();
  }

  async function settleEach({ orderIds }: BatchFailed, { attempt, nowMs }: RoundContext<number>): Promise<void> {
    for (const id of orderIds) {
      const batch = await attempt(id, () => settleDue(db, nowMs, { only: id }).catch(rejectWithCause));
      if (batch !== undefined) report(batch, nowMs);
    }
  }

  const worker = createWorker<number>(deps, {
    name: settlementJobName,
    subject: 'a seconds contract',
    async begin(context) {
      const { dueAtMs, hasIncident } = await lookAhead(db);
      if (hasIncident) {
        if ((await applyNewIncidents(db, context.nowMs, context)) > 0) wakeOutbox();
        return undefined;
      }
      return dueAtMs !== null && dueAtMs <= context.nowMs ? undefined : pauseMs(dueAtMs, clock.now());
    },
    async round(context) {
      const { nowMs, except } = context;
      try {
        const batch = await settleDue(db, nowMs, { except });
        report(batch, nowMs);
        const progress = batch.entered + batch.settled.length;
        return batch.claimed < batchSize || progress === 0 ? pauseMs((await lookAhead(db)).dueAtMs, clock.now()) : undefined;
      } catch (error) {
        if (!(error instanceof BatchFailed)) throw error;
        await settleEach(error, context);
        return undefined;
      }
    },
  });
  return worker.job;
}

interface Ahead {
  /** Of the earliest order that is not settled. */
  readonly dueAtMs: number | null;
  /** One is published whose orders are not all refunded. */
  readonly hasIncident: boolean;
}

/** One question, because each beat of the prices asks it. */
async function lookAhead(db: Db): Promise<Ahead> {
  const { rows } = await sql<Ahead>`
    select (select min(due_at_ms) from seconds_order where status <> 'settled') as due_at_ms,
      exists (select from incident i where not exists (select from seconds_incident_applied a where a.incident_id = i.id)) as has_incident`.execute(
    db,
  );
  const [ahead] = rows;
  invariant(ahead !== undefined, 'a question without a table has an answer');
  return ahead;
}

function pauseMs(dueAtMs: number | null, nowMs: number): number {
  if (dueAtMs === null) return maxPauseMs;
  return Math.min(maxPauseMs, Math.max(undecidedPauseMs, dueAtMs - nowMs));
}
