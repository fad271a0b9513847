import { AppError } from '@tessera/shared/errors';
import { holdPerson } from '../identity/holdPerson';
import type { ActingOperator } from '../operators/ActingOperator';
import { refuseOwnAccount } from '../operators/refuseOwnAccount';
import { appendAudit } from '../ops/audit';
import { markDisputed, reopenReview } from './disputeOrder';
import type { MerchantDeskDeps } from './MerchantDesk';
import { toMerchantError } from './merchantError';
import { orderRows } from './orderRows';

/** What the merchant says has not come. Answers the order's id. Throws DATA_NOT_FOUND, REVIEW_OWN, STATUS_ABNORMAL. */
export async function disputeForMerchant(
  { db, messages, reviews }: Pick<MerchantDeskDeps, 'db' | 'messages' | 'reviews'>,
  asked: { readonly number: string; readonly reason: string; readonly operator: ActingOperator; readonly nowMs: number },
): Promise<number> {
  const { number, reason, operator, nowMs } = asked;
  const found = await orderRows(db).where('c2cOrder.publicId', '=', number).executeTakeFirst();
  if (found === undefined) throw new AppError('DATA_NOT_FOUND');
  const { id, userId } = found;
  await db
    .transaction()
    .execute(async (tx) => {
      await holdPerson(tx, userId);
      await refuseOwnAccount(tx, operator, userId);
      const order = await orderRows(tx).where('c2cOrder.id', '=', id).executeTakeFirstOrThrow();
      const disputed = { order, by: 'merchant', text: reason, nowMs } as const;
      const reviewId = await reopenReview(tx, { reviews }, disputed);
      const subject = `order ${number}`;
      await appendAudit(tx, { actor: operator.name, action: 'merchants.dispute', subject, details: { number, reason }, nowMs });
      await markDisputed(tx, disputed, reviewId);
      await messages.send(tx, { userId, kind: 'c2c_disputed', params: { number, reason }, nowMs });
    })
    .catch((error: unknown) => {
      throw toMerchantError(error);
    });
  return id;
}
