/** Early redemption: the quote, and the redemption. An order under review is cancelled instead, without a penalty. */
import type { EndpointResponse } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { redeem, type Redeemed } from '@tessera/shared/interest';
import {
  add,
  amount,
  compare,
  decimalsOf,
  isPositive,
  isZero,
  rate,
  subtract,
  toText,
  zero,
  type Amount,
} from '@tessera/shared/money';
import { dayOf, endOfDay } from '../../calendar/days';
import { keepAccruals } from '../../calendar/keepAccruals';
import { lastDayOver } from '../../calendar/lastDayOver';
import type { HandlerCall, SignedIn } from '../../http/handler';
import { holdSession } from '../../identity/holdPerson';
import { strongestProof } from '../../identity/requireStepUp';
import { userById } from '../../identity/users';
import { postMany } from '../../ledger/Ledger';
import type { Db, Tx } from '../../store/database';
import { answeredBefore, once } from '../../store/idempotency';
import { parseRowId, rowId } from '../../store/rowId';
import { accrue, type AccruedOrder } from './accrue';
import { interestPostings } from './bookDays';
import { releaseTaken } from './capacity';
import { endReviewed } from './endReviewed';
import { holdOrder, keepOrders } from './keepOrders';
import { lockedAmountsOf } from './lockedAmountsOf';
import { nextRedemptionNumber } from './nextRedemptionNumber';
import { dailyOf, presentOrders, type TreasureRow } from './orderRow';
import { redeemPosting } from './posting';
import { tellTreasure } from './tellTreasure';
import type { TreasureDeps } from './Treasure';
import { redemptionOf } from './TreasureTerm';

/** Bound of the redemptions of one order: each is a permanent row that is read with the order. */
const partsAtMost = 20;

/** Throws TREASURE_RECEIPT_NOT_FOUND, TREASURE_STATUS_ABNORMAL, TREASURE_AMOUNT_WRONG, TREASURE_REDEEM_EXCEEDS_HOLDING, TREASURE_PARTS_TOO_MANY. */
export async function quoteRedemption(
  db: Db,
  { user, request, nowMs }: HandlerCall<'treasureRedemption'>,
): Promise<EndpointResponse<'treasureRedemption'>> {
  const row = await ownOrder(db, user, request.orderId);
  const { accrued, asked, redeemed } = await judge(db, row, request.amount, nowMs);
  return {
    orderId: String(row.id),
    amount: toText(asked),
    earned: toText(amount(accrued.row.earned)),
    penalty: toText(redeemed.penalty),
    returned: toText(redeemed.returned),
    remaining: toText(subtract(amount(row.principal), asked)),
    untilMs: endOfDay(dayOf(nowMs)),
  };
}

/** Throws the errors of quoteRedemption, ORDER_QUOTE_EXPIRED if the sum differs from the one that was shown, and the errors of a step-up. */
export async function redeemTreasure(
  deps: TreasureDeps,
  call: HandlerCall<'treasureCancel'>,
): Promise<EndpointResponse<'treasureCancel'>> {
  const { db, identity, wakeOutbox } = deps;
  const { user: signedIn, request, ip, nowMs } = call;
  const userId = rowId(signedIn.userId);
  const asked = { orderId: request.orderId, amount: request.amount, returned: request.returned, mode: signedIn.mode };
  const onceCall = { userId, call: 'treasureCancel', key: call.idempotencyKey, request: asked, nowMs };
  const earlier = await answeredBefore<EndpointResponse<'treasureCancel'>>(db, onceCall);
  if (earlier !== undefined) return earlier;
  // Refuse for all other reasons first, before the step-up is checked.
  requireShown(await judge(db, await ownOrder(db, signedIn, request.orderId), request.amount, nowMs), request.returned);
  const user = await userById(db, userId);
  await identity.requireStepUp({ user, signedIn, purpose: 'treasure', ...strongestProof(user, request), ip, nowMs });
  const { response } = await once(db, onceCall, async (tx) => {
    await holdSession(tx, signedIn, nowMs);
    const seen = await ownOrder(tx, signedIn, request.orderId);
    return seen.status === 'pending_review' ? takeBack(tx, deps, seen, call) : leave(tx, deps, seen.id, call);
  });
  wakeOutbox();
  return response;
}

/** An order of another person gives the same error as one that does not exist. */
async function ownOrder(db: Db | Tx, { userId, mode }: SignedIn, orderId: string): Promise<TreasureRow> {
  const row = await db
    .selectFrom('treasureOrder')
    .selectAll()
    .where('id', '=', parseRowId(orderId) ?? 0)
    .where('userId', '=', rowId(userId))
    .where('mode', '=', mode)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('TREASURE_RECEIPT_NOT_FOUND');
  return row;
}

interface Judged {
  /** Including the finished days that are not booked yet. */
  readonly accrued: AccruedOrder;
  readonly asked: Amount;
  readonly redeemed: Redeemed;
}

async function judge(db: Db | Tx, row: TreasureRow, text: string | undefined, nowMs: number): Promise<Judged> {
  if (row.status !== 'pending_review' && row.status !== 'in_custody') throw new AppError('TREASURE_STATUS_ABNORMAL');
  const accrued = accrue(row, await lastDayOver(db, nowMs));
  const principal = amount(row.principal);
  const asked = text === undefined ? principal : amount(text);
  const isWhole = compare(asked, principal) === 0;
  // All of it may have more decimals: a loan locks, and sells, in those of the asset.
  if (!isPositive(asked) || (!isWhole && decimalsOf(asked) > row.amountScale)) throw new AppError('TREASURE_AMOUNT_WRONG');
  const locked = (await lockedAmountsOf(db, [row.id])).get(row.id) ?? zero;
  if (compare(asked, subtract(principal, locked)) > 0) throw new AppError('TREASURE_REDEEM_EXCEEDS_HOLDING');
  if (row.status === 'pending_review') {
    if (!isWhole) throw new AppError('TREASURE_AMOUNT_WRONG');
    return { accrued, asked, redeemed: { penalty: zero, returned: asked, rewards: zero } };
  }
  const rule = redemptionOf(row);
  // At its end the deposit is paid back without a penalty, also while the price log has not passed the last day.
  if (rule === null || row.startDay === null || dayOf(nowMs) >= row.startDay + row.days)
    throw new AppError('TREASURE_STATUS_ABNORMAL');
  // A day that is over by the clock, but not by the price log, must not be lost: its interest is not known yet.
  const { nextDay } = accrued.row;
  if (nextDay !== null && nextDay < dayOf(nowMs)) throw new AppError('TREASURE_STATUS_ABNORMAL');
  if (!isWhole && !rule.isPartly) throw new AppError('TREASURE_AMOUNT_WRONG');
  if (!isWhole && (await nextRedemptionNumber(db, row.id)) > partsAtMost)
    throw new AppError('TREASURE_PARTS_TOO_MANY', { params: { max: String(partsAtMost) } });
  const of = { principal, rewards: amount(accrued.row.rewards), daily: dailyOf(row) };
  return { accrued, asked, redeemed: redeem(asked, { ...of, rule: { ...rule, value: rate(rule.value) } }) };
}

function requireShown({ redeemed }: Judged, shown: string): void {
  if (compare(redeemed.returned, amount(shown)) !== 0) throw new AppError('ORDER_QUOTE_EXPIRED');
}

async function takeBack(
  tx: Tx,
  { reviews, messages }: TreasureDeps,
  seen: TreasureRow,
  { request, nowMs }: HandlerCall<'treasureCancel'>,
): Promise<EndpointResponse<'treasureCancel'>> {
  requireShown(await judge(tx, seen, request.amount, nowMs), request.returned);
  invariant(seen.reviewId !== null, `deposit ${seen.id} waits for a review`);
  // The decision of a review locks the person too, so the review is still open here.
  await reviews.cancel(tx, { reviewId: seen.reviewId, nowMs });
  const row = await endReviewed(tx, messages, { id: seen.id, end: { endKind: 'cancelled', reason: null }, nowMs });
  return answer(tx, row, { penalty: zero, returned: amount(seen.principal) }, nowMs);
}

async function leave(
  tx: Tx,
  { messages }: TreasureDeps,
  id: number,
  { request, nowMs }: HandlerCall<'treasureCancel'>,
): Promise<EndpointResponse<'treasureCancel'>> {
  const judged = await judge(tx, await holdOrder(tx, id), request.amount, nowMs);
  requireShown(judged, request.returned);
  const { accrued, asked, redeemed } = judged;
  const { row: before } = accrued;
  const principal = subtract(amount(before.principal), asked);
  const isEnd = isZero(principal);
  const row: TreasureRow = {
    ...before,
    principal: toText(principal),
    rewards: toText(subtract(amount(before.rewards), redeemed.rewards)),
    penalties: toText(add(amount(before.penalties), redeemed.penalty)),
    ...(isEnd ? { status: 'completed', endKind: 'redeemed', nextDay: null, endedAtMs: nowMs } : {}),
  };
  await releaseTaken(tx, [{ productId: row.productId, mode: row.mode, amount: asked }]);
  const turn = await nextRedemptionNumber(tx, id);
  const { penalty, returned } = redeemed;
  await postMany(tx, [...interestPostings(accrued, nowMs), redeemPosting(row, { turn, amount: asked, penalty }, nowMs)]);
  await keepAccruals(tx, 'treasure', accrued.days, nowMs);
  await tx
    .insertInto('treasureRedemption')
    .values({ orderId: id, turn, amount: toText(asked), penalty: toText(penalty), atMs: nowMs })
    .execute();
  await keepOrders(tx, [row]);
  const params = { amount: toText(returned), asset: row.asset, penalty: toText(penalty) };
  await tellTreasure(tx, messages, [{ userId: row.userId, mode: row.mode, kind: 'treasure_redeemed', params }], nowMs);
  return answer(tx, row, redeemed, nowMs);
}

async function answer(
  tx: Tx,
  row: TreasureRow,
  { penalty, returned }: Pick<Redeemed, 'penalty' | 'returned'>,
  nowMs: number,
): Promise<EndpointResponse<'treasureCancel'>> {
  const [order] = await presentOrders(tx, [row], nowMs);
  invariant(order !== undefined, 'what was redeemed is there');
  return { order, penalty: toText(penalty), returned: toText(returned) };
}
