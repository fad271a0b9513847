/** lh/deposit: in one transaction, moves the money into custody (or holds it for a review), writes the order and sends the message. */
import { treasureReviewDays, type TreasureOrder } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { amount, compare, decimalsOf, isPositive, toText, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import { dayMs } from '../../calendar/days';
import { firstDay } from '../../calendar/firstDay';
import type { HandlerCall } from '../../http/handler';
import { holdSession } from '../../identity/holdPerson';
import { strongestProof } from '../../identity/requireStepUp';
import { userById } from '../../identity/users';
import { assetScales, post } from '../../ledger/Ledger';
import { holdLimits } from '../../limits/holdLimits';
import { answeredBefore, once } from '../../store/idempotency';
import type { Db, Tx } from '../../store/database';
import { rowId } from '../../store/rowId';
import { requireBelowDailyLimit } from '../dailyCallLimit';
import { addTaken, holdTaken, requireRoom, type Taker } from './capacity';
import { presentOrders, type TreasureRow } from './orderRow';
import { buyPosting } from './posting';
import { tellTreasure } from './tellTreasure';
import type { TreasureDeps } from './Treasure';
import type { TreasureTerm } from './TreasureTerm';

type BuyCall = HandlerCall<'treasureDeposit'>;

/**
 * Throws PRODUCT_ID_MISSING, PRODUCT_NOT_FOUND, TREASURE_PRODUCT_STATUS_WRONG while it is not on sale, ORDER_QUOTE_EXPIRED if the terms have
 * changed, TREASURE_AMOUNT_WRONG, TREASURE_AMOUNT_BELOW_MIN, TOO_MANY_REQUESTS, and the errors of requireRoom; WALLET_BALANCE_INSUFFICIENT; during a break or beyond
 * the person's own time limit the errors of limitRefusal; and the errors of a step-up.
 */
export async function buyTreasure(deps: TreasureDeps, call: BuyCall): Promise<TreasureOrder> {
  const { db, identity, wakeOutbox } = deps;
  const { user: signedIn, request, ip, nowMs } = call;
  const { productId, amount: text, catalogVersion, clientOrderId } = request;
  const userId = rowId(signedIn.userId);
  const asked = { productId, amount: text, catalogVersion, clientOrderId, mode: signedIn.mode };
  const onceCall = { userId, call: 'treasureDeposit', key: call.idempotencyKey, request: asked, nowMs };
  // A one-time code is valid once: a request that is repeated because no answer came needs no new code.
  const earlier = await answeredBefore<{ readonly id: number }>(db, onceCall);
  if (earlier !== undefined) return shown(db, earlier.id, nowMs);
  const known = await named(db, userId, clientOrderId);
  if (known !== undefined) return shown(db, sameOrder(known, call).id, nowMs);
  const who = { userId, mode: signedIn.mode };
  // Refuse for all other reasons first, before the step-up is checked.
  const { term, sum } = judge(deps, request);
  await requireRoom(db, term, who, sum);
  await requireFewBought(db, who, nowMs);
  const user = await userById(db, userId);
  await identity.requireStepUp({ user, signedIn, purpose: 'treasure', ...strongestProof(user, request), ip, nowMs });
  const { response } = await once(db, onceCall, async (tx) => {
    await holdSession(tx, signedIn, nowMs);
    const before = await named(tx, userId, clientOrderId);
    if (before !== undefined) return { id: sameOrder(before, call).id };
    // A deposit does not count as a stake.
    const refusal = (await holdLimits(tx, [who], nowMs)).refusal(who, { stake: zero, risk: zero });
    if (refusal !== undefined) throw refusal;
    return buy(tx, deps, call);
  });
  wakeOutbox();
  return shown(db, response.id, nowMs);
}

const named = (db: Db | Tx, userId: number, clientOrderId: string): Promise<TreasureRow | undefined> =>
  db
    .selectFrom('treasureOrder')
    .selectAll()
    .where('userId', '=', userId)
    .where('clientOrderId', '=', clientOrderId)
    .executeTakeFirst();

async function shown(db: Db, id: number, nowMs: number): Promise<TreasureOrder> {
  const row = await db.selectFrom('treasureOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const [order] = await presentOrders(db, [row], nowMs);
  invariant(order !== undefined, 'what was bought is there');
  return order;
}

/** Limits the rows that repeated buying and redeeming creates. Throws TOO_MANY_REQUESTS. */
const requireFewBought = (db: Db | Tx, { userId, mode }: Taker, nowMs: number): Promise<void> =>
  requireBelowDailyLimit(
    db,
    sql`select bought_at_ms as at_ms from treasure_order where user_id = ${userId} and mode = ${mode}`,
    nowMs,
  );

function judge(
  { catalog }: Pick<TreasureDeps, 'catalog'>,
  { productId, amount: text, catalogVersion }: BuyCall['request'],
): { readonly term: TreasureTerm; readonly sum: Amount } {
  if (productId === undefined) throw new AppError('PRODUCT_ID_MISSING');
  const term = catalog.treasureTerms().find(({ id }) => String(id) === productId);
  if (term === undefined) throw new AppError('PRODUCT_NOT_FOUND');
  if (!term.isOnSale) throw new AppError('TREASURE_PRODUCT_STATUS_WRONG');
  if (term.sinceVersion !== catalogVersion) throw new AppError('ORDER_QUOTE_EXPIRED');
  const sum = amount(text);
  if (!isPositive(sum) || decimalsOf(sum) > term.amountScale) throw new AppError('TREASURE_AMOUNT_WRONG');
  const { min, singleLimit, asset } = term;
  if (compare(sum, min) < 0) throw new AppError('TREASURE_AMOUNT_BELOW_MIN', { params: { min: toText(min), asset } });
  if (compare(sum, singleLimit) > 0)
    throw new AppError('TREASURE_AMOUNT_ABOVE_MAX', { params: { max: toText(singleLimit), asset } });
  return { term, sum };
}

/** Throws REQUEST_ILLEGAL if the client's id belongs to another order. */
function sameOrder(row: TreasureRow, { request, user }: BuyCall): TreasureRow {
  const { mode, productId } = row;
  const isSame =
    mode === user.mode && String(productId) === request.productId && compare(amount(row.amount), amount(request.amount)) === 0;
  if (!isSame) throw new AppError('REQUEST_ILLEGAL');
  return row;
}

async function buy(tx: Tx, deps: TreasureDeps, call: BuyCall): Promise<{ readonly id: number }> {
  const { user, request, nowMs } = call;
  const who = { userId: rowId(user.userId), mode: user.mode };
  const { term, sum } = judge(deps, request);
  const reviewId = term.needsReview && user.mode === 'real' ? await openReview(tx, deps, { call, term, sum }) : null;
  await holdTaken(tx, term.id, who.mode);
  await requireRoom(tx, term, who, sum);
  await requireFewBought(tx, who, nowMs);
  await addTaken(tx, { productId: term.id, mode: who.mode, amount: sum });
  const { rate, rateKind, days, dayCount, asset, amountScale, redemption } = term;
  const assetScale = (await assetScales(tx)).get(asset);
  invariant(assetScale !== undefined, `the book has the asset ${asset}`);
  const startDay = reviewId === null ? await firstDay(tx, nowMs) : null;
  const row = await tx
    .insertInto('treasureOrder')
    .values({
      ...who,
      clientOrderId: request.clientOrderId,
      productId: term.id,
      catalogVersion: term.sinceVersion,
      ...{ asset, assetScale, amountScale, rate: toText(rate), rateKind, days, dayCount },
      penalty: redemption?.penalty ?? null,
      penaltyValue: redemption?.value ?? null,
      isCapped: redemption?.isCapped ?? null,
      isPartly: redemption?.isPartly ?? null,
      amount: toText(sum),
      principal: toText(sum),
      boughtAtMs: nowMs,
      reviewId,
      status: reviewId === null ? 'in_custody' : 'pending_review',
      ...{ endKind: null, reason: null, decidedAtMs: null, startDay, nextDay: startDay, endedAtMs: null },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await post(tx, buyPosting(row, sum, reviewId !== null, nowMs));
  const kind = reviewId === null ? 'treasure_bought' : 'treasure_asked';
  const params = { amount: toText(sum), asset, days: String(days) };
  await tellTreasure(tx, deps.messages, [{ ...who, kind, params }], nowMs);
  return { id: row.id };
}

/** Demo money is never reviewed. */
const openReview = (
  tx: Tx,
  { reviews }: TreasureDeps,
  { call, term, sum }: { readonly call: BuyCall; readonly term: TreasureTerm; readonly sum: Amount },
): Promise<string> =>
  reviews.open(tx, {
    kind: 'treasure',
    ref: `treasure:${call.user.userId}:${call.request.clientOrderId}`,
    userId: rowId(call.user.userId),
    terms: {
      product: String(term.id),
      catalogVersion: term.sinceVersion,
      asset: term.asset,
      amount: toText(sum),
      rate: toText(term.rate),
      rateKind: term.rateKind,
      days: term.days,
    },
    amount: sum,
    asset: term.asset,
    expiresAtMs: call.nowMs + treasureReviewDays * dayMs,
    nowMs: call.nowMs,
  });
