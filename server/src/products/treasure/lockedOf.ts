import { amount, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Db, Tx } from '../../store/database';

/**
 * What of each order is collateral of a loan that waits or runs, by the order's id; zero of one that is not in it. Whoever locks more of an order holds
 * it, so within a transaction that holds it too nothing is added.
 */
export async function lockedOf(db: Db | Tx, orderIds: readonly number[]): Promise<ReadonlyMap<number, Amount>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ orderId: number; locked: string }>`
    select c.order_id, sum(c.amount) as locked from loan_collateral c join loan l on l.id = c.loan_id
    where c.order_id = any (${[...orderIds]}::bigint[]) and l.ended_at_ms is null group by 1`.execute(db);
  const found = new Map(rows.map(({ orderId, locked }) => [orderId, amount(locked)]));
  return new Map(orderIds.map((id) => [id, found.get(id) ?? zero]));
}
