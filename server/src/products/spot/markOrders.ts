/**
 * Holds new ticks against the waiting limit orders. One statement moves each symbol's cursor to the head of its log and marks
 * the orders that the ticks in between might fill: both or neither, so that no tick passes an order by, no matter which process is killed
 * when. The filter is rough (asks stand at or above a tick's price, bids at or below it); the book decides later.
 *
 * Why nothing is missed. An order is due from its insertion, and looks at all ticks after its acceptance by itself. Once it
 * is not due any more, it is visible to every later statement of this kind; one that ran before saw older ticks only.
 * An update waits for the transaction that judges the order, and marks what that leaves.
 *
 * Where no order waits the cursor follows in strides: the next order that does is marked by ticks that it has seen, which costs a look.
 */
import { sql } from 'kysely';
import type { Db } from '../../store/database';

const strideTicks = 500;

/** Of a cursor `c` and its log's `head`: there are ticks to hold against orders, or so many that nobody should read them at once. */
export const isBehind = sql`(head.seq >= c.seq + ${strideTicks} or head.seq > c.seq and exists (
  select from spot_order o where o.symbol_id = c.symbol_id and o.is_open and o.entrustment = 'limit'))`;

export async function markOrders(db: Db): Promise<void> {
  await sql`
    with moved as (
      select c.symbol_id, c.seq as from_seq, head.seq as to_seq from spot_cursor c join tick_head head using (symbol_id)
      where ${isBehind} order by c.symbol_id for update of c skip locked
    ), ran as (
      select m.symbol_id, ticks.low, ticks.high, (select t.at_ms from tick t where t.symbol_id = m.symbol_id and t.seq = m.from_seq) as from_ms
      from moved m cross join lateral (
        select min(t.price) as low, max(t.price) as high from tick t
        where t.symbol_id = m.symbol_id and t.seq > m.from_seq and t.seq <= m.to_seq and t.is_live
      ) ticks
    ), marked as (
      -- An order that is not due has seen every tick before this run.
      update spot_order o set is_due = true, looked_at_ms = case when o.is_due then o.looked_at_ms else greatest(o.looked_at_ms, r.from_ms) end
      from ran r
      where o.symbol_id = r.symbol_id and o.is_open and o.entrustment = 'limit' and o.status <> 'cancelling'
        and (o.side = 'buy' and o.price >= r.low or o.side = 'sell' and o.price <= r.high)
    )
    update spot_cursor c set seq = m.to_seq from moved m where c.symbol_id = m.symbol_id`.execute(db);
}
