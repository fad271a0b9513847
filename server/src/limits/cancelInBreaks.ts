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

/** At a time, each person's oldest first, and looked for anew after these: a thousand orders of one delay nobody else's. */
const pageSize = 50;

interface WaitingOrder {
  /** "spot 12". */
  readonly name: string;
  readonly product: 'leverage' | 'spot';
  readonly userId: number;
  readonly id: number;
}

/** Answers how many were taken back. One that a tick has met meanwhile, or whose ticks are not decided yet, is left to the next round. */
export async function cancelInBreaks(
  deps: { readonly db: Db; readonly clock: Clock; readonly receipts: Receipts },
  most = pageSize,
): Promise<number> {
  let cancelled = 0;
  const left: string[] = [];
  for (;;) {
    const page = await waitingInBreaks(deps.db, deps.clock.now(), { left, most });
    for (const { name, product, userId, id } of page) {
      const cancel = product === 'leverage' ? cancelLeverage : cancelSpot;
      const user = { userId: String(userId), mode: 'real' as AccountMode };
      const call = { request: { id: String(id) }, user, nowMs: deps.clock.now(), idempotencyKey: randomUUID() };
      try {
        await cancel(deps, call);
        cancelled += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
      // Once a round: a spot order may wait for its ticks a while.
      left.push(name);
    }
    if (page.length < most) return cancelled;
  }
}

/** `left`: names of those that are not looked at again. */
async function waitingInBreaks(
  db: Db,
  nowMs: number,
  { left, most }: { readonly left: readonly string[]; readonly most: number },
): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    with resting as (select distinct user_id from person_break where until_ms > ${nowMs})
    select product || ' ' || id as name, product, user_id, id from (
      select *, row_number() over (partition by user_id order by accepted_at_ms, product, id) as turn from (
        select 'leverage' as product, o.user_id, o.id, o.accepted_at_ms from resting join leverage_order o using (user_id)
          where o.mode = 'real' and o.status = 'pending'
        union all
        select 'spot', o.user_id, o.id, o.accepted_at_ms from resting join spot_order o using (user_id)
          where o.mode = 'real' and o.is_open and o.side = 'buy' and o.status <> 'cancelling'
      ) waiting where product || ' ' || id <> all (${left}::text[])
    ) turns
    order by turn, accepted_at_ms, user_id limit ${most}`.execute(db);
  return rows;
}
