/**
 * Somebody is at his real account: notes it, and answers how long he has been without a break and what it brought or cost him. What
 * he sees every half hour comes from here, not from the device.
 */
import type { EndpointResponse } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { amount, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import { fundingAsset } from '../funds/fundingAsset';
import type { Db, Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';
import { minuteMs } from './limitRefusal';
import { pauseMs } from './timeSpentMs';

const checkEveryMs = 1_800_000;
const dayMs = 86_400_000;

interface SittingRow {
  readonly startedAtMs: number;
  readonly checkedAtMs: number;
  readonly result: string;
}

export async function noteSitting(
  db: Db,
  userId: number,
  isChecked: boolean,
  nowMs: number,
): Promise<EndpointResponse<'sitting'>> {
  return db.transaction().execute(async (tx) => {
    const timeLeftMs = await noteTime(tx, userId, nowMs);
    const { startedAtMs, checkedAtMs, result } = await noteSat(tx, userId, isChecked, nowMs);
    return {
      startedAtMs,
      nowMs,
      result: toText(amount(result)),
      asset: fundingAsset,
      isCheckDue: nowMs - checkedAtMs >= checkEveryMs,
      timeLeftMs,
    };
  });
}

/** Answers what is left of the day's time limit. */
async function noteTime(tx: Tx, userId: number, nowMs: number): Promise<number | null> {
  enterLock(tx, 'limit');
  await sql`select use_limit_day(array[${userId}::bigint], array[0::numeric], ${nowMs}::bigint)`.execute(tx);
  const { rows } = await sql<{ timeMs: number; timeMost: number | null }>`
    select time_ms, time_most from limits_at(array[${userId}::bigint], ${nowMs}::bigint, false)`.execute(tx);
  const [use] = rows;
  invariant(use !== undefined, 'everybody has limits, if only none');
  return use.timeMost === null ? null : Math.max(0, use.timeMost * minuteMs - use.timeMs);
}

async function noteSat(tx: Tx, userId: number, isChecked: boolean, nowMs: number): Promise<SittingRow> {
  const day = Math.floor(nowMs / dayMs);
  const isAnew = sql`${nowMs} - s.seen_at_ms > ${pauseMs}`;
  const { rows } = await sql<SittingRow>`
    insert into sitting as s (user_id, started_at_ms, seen_at_ms, checked_at_ms, result_before)
    values (${userId}, ${nowMs}, ${nowMs}, ${nowMs}, results_of_days(${userId}, ${day}, ${day}))
    on conflict (user_id) do update set
      started_at_ms = case when ${isAnew} then excluded.started_at_ms else s.started_at_ms end,
      checked_at_ms = case when ${isAnew} or ${isChecked} then excluded.checked_at_ms else s.checked_at_ms end,
      result_before = case when ${isAnew} then excluded.result_before else s.result_before end,
      seen_at_ms = greatest(s.seen_at_ms, excluded.seen_at_ms)
    returning started_at_ms, checked_at_ms,
      results_of_days(user_id, (started_at_ms / 86400000)::int, ${day}) - result_before as result`.execute(tx);
  const [row] = rows;
  invariant(row !== undefined, 'a sitting is written');
  return row;
}
