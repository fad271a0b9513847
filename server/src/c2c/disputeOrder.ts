/**
 * What was paid is disputed, by the person or by the desk for the merchant. The review that waits is taken back and another one opened that says
 * why, so that no operator decides by what he saw before.
 */
import type { C2cOrder, Language } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { amount } from '@tessera/shared/money';
import { randomUUID } from 'node:crypto';
import { attach } from '../conversations/attach';
import { fundingAsset } from '../funds/fundingAsset';
import type { HandlerCall } from '../http/handler';
import { holdSession } from '../identity/holdPerson';
import type { Tx } from '../store/database';
import { once } from '../store/idempotency';
import { enterLock } from '../store/lockOrder';
import { rowId } from '../store/rowId';
import type { C2cDeps } from './C2c';
import { findOrder, refOf, shownOrder, type OrderRow } from './orderRows';
import { requireReal } from './requirements';
import { reviewTerms } from './reviewTerms';

/** Throws DATA_NOT_FOUND, and STATUS_ABNORMAL where it is not paid or disputed already. */
export async function disputeOrder(deps: C2cDeps, call: HandlerCall<'c2cDispute'>): Promise<C2cOrder> {
  const { db, box, wakeOutbox } = deps;
  const { user, request, nowMs } = call;
  requireReal(user);
  const userId = rowId(user.userId);
  const { id: publicId, text } = request;
  await once(db, { userId, call: 'c2cDispute', key: call.idempotencyKey, request: { id: publicId, text }, nowMs }, async (tx) => {
    const { language } = await holdSession(tx, user, nowMs);
    const order = await findOrder(tx, { userId, publicId });
    if (order === undefined) throw new AppError('DATA_NOT_FOUND');
    const disputed = { order, by: 'person', text, nowMs } as const;
    await markDisputed(tx, disputed, await reopenReview(tx, deps, disputed));
    await attachOrder(tx, deps, { order, language, text, nowMs });
    return {};
  });
  wakeOutbox();
  const row = await findOrder(db, { userId, publicId });
  invariant(row !== undefined, 'orders are never removed');
  return shownOrder(box, row);
}

interface Disputed {
  readonly order: OrderRow;
  readonly by: 'person' | 'merchant';
  readonly text: string;
  readonly nowMs: number;
}

/** The review that waits is taken back, another one opened. With the person held, before markDisputed; answers its id. Throws STATUS_ABNORMAL. */
export async function reopenReview(
  tx: Tx,
  { reviews }: Pick<C2cDeps, 'reviews'>,
  { order, by, text, nowMs }: Disputed,
): Promise<string> {
  if (order.status !== 'paid' || order.reviewId === null) throw new AppError('STATUS_ABNORMAL');
  await reviews.cancel(tx, { reviewId: order.reviewId, nowMs });
  return reviews.open(tx, {
    kind: 'merchant_dispute',
    ref: refOf(order.id),
    userId: order.userId,
    terms: { ...reviewTerms(order), disputedBy: by, dispute: text },
    amount: amount(order.worth),
    asset: fundingAsset,
    nowMs,
  });
}

export async function markDisputed(tx: Tx, { order, by, text, nowMs }: Disputed, reviewId: string): Promise<void> {
  enterLock(tx, 'order');
  await tx
    .updateTable('c2cOrder')
    .set({ status: 'disputed', disputedBy: by, dispute: text, disputedAtMs: nowMs, reviewId })
    .where('id', '=', order.id)
    .execute();
}

/** The order stands in the person's conversation with customer service, with what he says of it. */
async function attachOrder(
  tx: Tx,
  { texts }: Pick<C2cDeps, 'texts'>,
  {
    order,
    language,
    text,
    nowMs,
  }: { readonly order: OrderRow; readonly language: Language; readonly text: string; readonly nowMs: number },
): Promise<void> {
  const { number, amount: sum, asset, currency, fiatAmount } = reviewTerms(order);
  const line = texts.say(language, 'c2c_attached', { number, amount: sum, asset, fiat: fiatAmount, currency });
  await attach(tx, { userId: order.userId, clientId: randomUUID(), text: `${line}\n${text}`, atMs: nowMs });
}
