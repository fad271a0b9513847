/**
 * In a break nothing is opened, so what waits to open something is taken back, as if its owner had asked for it: orders for positions
 * and spot purchases of the real account, also one that was accepted while the break began. What is held stays, and what closes it.
 */
import { randomUUID } from 'node:crypto';
import type { AccountMode } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Clock } from '../platform/Clock';
import { cancelOrder as cancelLeverage } from '../products/leverage/cancelOrder';
import { cancelOrder as cancelSpot } from '../products/spot/cancelOrder';
import type { Receipts } from '../record/Receipts';
import type { Db } from '../store/database';

/** What is more waits for the next round. */
const batchSize = 200;

interface WaitingOrder {
  readonly product: 'leverage' | 'spot';
  readonly userId: number;
  readonly id: number;
}

/** Answers how many were taken back. One that a tick has met meanwhile, or whose ticks are not decided yet, is left to the next round. */
export async function cancelInBreaks(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly receipts: Receipts;
}): Promise<number> {
  let cancelled = 0;
  for (const { product, userId, id } of await waitingInBreaks(deps.db, deps.clock.now())) {
    const cancel = product === 'leverage' ? cancelLeverage : cancelSpot;
    const user = { userId: String(userId), mode: 'real' as AccountMode };
    const call = { request: { id: String(id) }, user, nowMs: deps.clock.now(), idempotencyKey: randomUUID() };
    try {
      await cancel(deps, call);
      cancelled += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return cancelled;
}

async function waitingInBreaks(db: Db, nowMs: number): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    with resting as (select distinct user_id from person_break where until_ms > ${nowMs})
    select 'leverage' as product, o.user_id, o.id from resting join leverage_order o using (user_id)
      where o.mode = 'real' and o.status = 'pending'
    union all
    select 'spot', o.user_id, o.id from resting join spot_order o using (user_id)
      where o.mode = 'real' and o.is_open and o.side = 'buy' and o.status <> 'cancelling'
    limit ${batchSize}`.execute(db);
  return rows;
}
