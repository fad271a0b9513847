/** An order that was not paid ends: the merchant has promised nothing, and the offer has its coins back. With the person held. */
import { post } from '../ledger/Ledger';
import type { Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';
import type { OrderRow } from './orderRows';
import { backPosting } from './posting';

export async function endUnpaid(tx: Tx, order: OrderRow, status: 'cancelled' | 'expired', nowMs: number): Promise<void> {
  enterLock(tx, 'order');
  await tx.updateTable('c2cOrder').set({ status, endedAtMs: nowMs }).where('id', '=', order.id).execute();
  await post(tx, backPosting(order, nowMs));
}
