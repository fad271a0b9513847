/**
 * What operators decide of an order that was paid, disputed or not: the coins are the person's, or the order is cancelled and the merchant has
 * promised nothing.
 */
import { AppError } from '@tessera/shared/errors';
import type { Messages } from '../content/messages';
import { post } from '../ledger/Ledger';
import type { ReviewKind } from '../reviews/ReviewKind';
import type { Db, Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';
import { creditTopUp, failTopUp, holdTopUp } from '../topups/endTopUp';
import type { Uploads } from '../uploads/Uploads';
import { idOf, orderRows, type OrderRow } from './orderRows';
import { backPosting, heldBy } from './posting';

export interface C2cKindsDeps {
  readonly db: Db;
  readonly messages: Pick<Messages, 'send'>;
  readonly uploads: Pick<Uploads, 'addressOf'>;
}

export const c2cKinds = (deps: C2cKindsDeps): readonly ReviewKind[] => [
  c2cKind(deps, { kind: 'merchant_order', status: 'paid' }),
  c2cKind(deps, { kind: 'merchant_dispute', status: 'disputed' }),
];

const c2cKind = (
  { db, messages, uploads }: C2cKindsDeps,
  { kind, status }: { readonly kind: 'merchant_order' | 'merchant_dispute'; readonly status: 'paid' | 'disputed' },
): ReviewKind => ({
  kind,
  role: 'treasury',

  async apply(tx, { ref, nowMs }, verdict) {
    const order = await holdOrder(tx, idOf(ref), status);
    const topUp = await holdTopUp(tx, order.topupId, ['under_review']);
    const end = tx.updateTable('c2cOrder').where('id', '=', order.id);
    if (verdict.approved) {
      await end.set({ status: 'released', endedAtMs: nowMs }).execute();
      await creditTopUp(tx, { topUp, messages, nowMs, rail: heldBy(order.merchantId) });
      return;
    }
    const { reason } = verdict;
    await end.set({ status: 'cancelled', reason, endedAtMs: nowMs }).execute();
    await post(tx, backPosting(order, nowMs));
    await failTopUp(tx, { topUp, messages, nowMs }, reason);
  },

  async papers(review, { name, sessionId }) {
    const { uploadIds } = await db
      .selectFrom('c2cOrder')
      .innerJoin('topup', 'topup.id', 'c2cOrder.topupId')
      .select('topup.uploadIds')
      .where('c2cOrder.id', '=', idOf(review.ref))
      .executeTakeFirstOrThrow();
    const shownTo = { viewer: `operator:${name}`, session: String(sessionId) } as const;
    const addresses = await Promise.all(uploadIds.map((id) => uploads.addressOf(id, shownTo)));
    return addresses.map((address, index) => ({ name: `payment ${index + 1}`, address }));
  },
});

/** Throws STATUS_ABNORMAL where it is no longer in that state. */
async function holdOrder(tx: Tx, id: number, status: OrderRow['status']): Promise<OrderRow & { readonly topupId: number }> {
  enterLock(tx, 'order');
  const row = await orderRows(tx).where('c2cOrder.id', '=', id).forUpdate('c2cOrder').executeTakeFirstOrThrow();
  const { topupId } = row;
  if (row.status !== status || topupId === null) throw new AppError('STATUS_ABNORMAL');
  return { ...row, topupId };
}
