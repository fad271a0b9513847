/** "I have paid": from here on the order is a top-up that waits for operators, and no time ends it. */
import type { C2cOrder } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { amount } from '@tessera/shared/money';
import type { HandlerCall } from '../http/handler';
import { holdSession } from '../identity/holdPerson';
import { fundingAsset } from '../funds/fundingAsset';
import type { Tx } from '../store/database';
import { once } from '../store/idempotency';
import { enterLock } from '../store/lockOrder';
import { rowId } from '../store/rowId';
import { refOf as topUpRefOf } from '../topups/topUpRows';
import type { C2cDeps } from './C2c';
import { findOrder, refOf, shownOrder, type OrderRow } from './orderRows';
import { requireReal } from './requirements';
import { reviewTerms } from './reviewTerms';

/** Throws DATA_NOT_FOUND, C2C_TIME_OVER when its time to pay is over, STATUS_ABNORMAL when it is no longer reserved, and as claims of pictures do. */
export async function payOrder(deps: C2cDeps, call: HandlerCall<'c2cPaid'>): Promise<C2cOrder> {
  const { db, box, clock } = deps;
  const { user, request, nowMs } = call;
  requireReal(user);
  const userId = rowId(user.userId);
  const { id: publicId, uploadIds } = request;
  const onceCall = { userId, call: 'c2cPaid', key: call.idempotencyKey, request: { id: publicId, uploadIds }, nowMs };
  await once(db, onceCall, async (tx) => {
    await holdSession(tx, user, nowMs);
    const order = await findOrder(tx, { userId, publicId });
    if (order === undefined) throw new AppError('DATA_NOT_FOUND');
    // The call may have waited for the person's row.
    const paidAtMs = clock.now();
    if (order.status === 'expired' || (order.status === 'reserved' && paidAtMs >= order.payByMs))
      throw new AppError('C2C_TIME_OVER');
    if (order.status !== 'reserved') throw new AppError('STATUS_ABNORMAL');
    if (new Set(uploadIds).size < uploadIds.length) throw new AppError('UPLOAD_EXISTS');
    await markPaid(tx, deps, { order, uploadIds, paidAtMs });
    return {};
  });
  const row = await findOrder(db, { userId, publicId });
  invariant(row !== undefined, 'orders are never removed');
  return shownOrder(box, row);
}

async function markPaid(
  tx: Tx,
  { uploads, reviews }: C2cDeps,
  { order, uploadIds, paidAtMs }: { readonly order: OrderRow; readonly uploadIds: readonly string[]; readonly paidAtMs: number },
): Promise<void> {
  const { id, publicId, userId, asset } = order;
  const { id: topupId } = await tx
    .insertInto('topup')
    .values({
      publicId,
      userId,
      method: 'c2c',
      asset,
      network: null,
      addressId: null,
      amount: order.amount,
      worth: order.worth,
      turnoverNeed: order.turnoverNeed,
      catalogVersion: order.catalogVersion,
      uploadIds: [...uploadIds],
      askedAtMs: paidAtMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await uploads.claim(tx, { userId, ids: uploadIds, purpose: 'topup', usedBy: topUpRefOf(topupId), nowMs: paidAtMs });
  const reviewId = await reviews.open(tx, {
    kind: 'merchant_order',
    ref: refOf(id),
    userId,
    terms: { ...reviewTerms(order), pictures: uploadIds },
    amount: amount(order.worth),
    asset: fundingAsset,
    nowMs: paidAtMs,
  });
  enterLock(tx, 'order');
  await tx.updateTable('c2cOrder').set({ status: 'paid', paidAtMs, topupId, reviewId }).where('id', '=', id).execute();
}
