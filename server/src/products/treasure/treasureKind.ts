/** The review of a deposit. Approval starts the term on the next day, rejection returns the money; the person gets a message. */
import { AppError } from '@tessera/shared/errors';
import { amount, toText } from '@tessera/shared/money';
import { firstDay } from '../../calendar/firstDay';
import type { Messages } from '../../content/messages';
import { post } from '../../ledger/Ledger';
import type { HeldReview, ReviewKind } from '../../reviews/ReviewKind';
import { requireMayOpen } from '../../reviews/requireMayOpen';
import type { Tx } from '../../store/database';
import { endReviewed } from './endReviewed';
import { holdOrder, keepOrders } from './keepOrders';
import { reviewedPosting } from './posting';
import { tellTreasure } from './tellTreasure';

export const treasureKind = ({ messages }: { readonly messages: Pick<Messages, 'send'> }): ReviewKind => ({
  kind: 'treasure',
  role: 'treasury',

  async apply(tx, review, verdict) {
    const id = await orderOf(tx, review);
    const { nowMs } = review;
    if (!verdict.approved) {
      await endReviewed(tx, messages, { id, end: { endKind: 'rejected', reason: verdict.reason }, nowMs });
      return;
    }
    await requireMayOpen(tx, review.user, nowMs);
    const row = await holdOrder(tx, id);
    if (row.status !== 'pending_review') throw new AppError('STATUS_ABNORMAL');
    const sum = amount(row.principal);
    const startDay = await firstDay(tx, nowMs);
    await post(tx, reviewedPosting(row, sum, true, nowMs));
    await keepOrders(tx, [{ ...row, status: 'in_custody', decidedAtMs: nowMs, startDay, nextDay: startDay }]);
    const params = { amount: toText(sum), asset: row.asset, days: String(row.days) };
    await tellTreasure(tx, messages, [{ userId: row.userId, mode: row.mode, kind: 'treasure_approved', params }], nowMs);
  },

  async expire(tx, review) {
    const end = { endKind: 'expired', reason: null } as const;
    await endReviewed(tx, messages, { id: await orderOf(tx, review), end, nowMs: review.nowMs });
  },
});

async function orderOf(tx: Tx, { publicId }: HeldReview): Promise<number> {
  const { id } = await tx.selectFrom('treasureOrder').select('id').where('reviewId', '=', publicId).executeTakeFirstOrThrow();
  return id;
}
