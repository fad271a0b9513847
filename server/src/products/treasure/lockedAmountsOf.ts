import { amount, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Db, Tx } from '../../store/database';

/**
 * The part of each order that is collateral of a requested or running loan, by order id; zero for the other orders. Locking more of an order needs its
 * row lock, so the result is stable within a transaction that holds the order.
 */
export async function lockedAmountsOf(db: Db | Tx, orderIds: readonly number[]): Promise<ReadonlyMap<number, Amount>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ orderId: number; locked: string }>`
    select c.order_id, sum(c.amount) as locked from loan_collateral c join loan l on l.id = c.loan_id
    where c.order_id = any (${[...orderIds]}::bigint[]) and l.ended_at_ms is null group by 1`.execute(db);
  const found = new Map(rows.map(({ orderId, locked }) => [orderId, amount(locked)]));
  return new Map(orderIds.map((id) => [id, found.get(id) ?? zero]));
}
