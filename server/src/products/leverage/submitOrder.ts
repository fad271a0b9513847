/**
 * Accepts an order at the head of the log, once the contract account is locked: margin and fee are held, the order row stands,
 * the private events are written and the answer is remembered, all in one transaction or not at all. A repeat is the same order twice over: by the idempotency key of the
 * request and by the client's own order id.
 */
import type { EndpointRequest, LeverageOrder } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { add, amount, compare, multiply, negate, toText, zero, type Amount } from '@tessera/shared/money';
import type { Catalog } from '../../catalog/Catalog';
import type { ClassFilter } from '../../catalog/classFilter';
import { acceptedAt, acceptInTime, limitWaits, requireInTime, requireSeen } from '../../execution/acceptInOrder';
import { publishEvents } from '../../execution/publishEvents';
import {
  availableOf,
  contractFigures,
  noPositions,
  readPositionSums,
  withPending,
  type PositionSums,
} from '../../funds/contractFigures';
import { fundingAsset } from '../../funds/fundingAsset';
import type { HandlerCall } from '../../http/handler';
import { post } from '../../ledger/Ledger';
import { takeLocks } from '../../ledger/takeLocks';
import { holdLimits } from '../../limits/holdLimits';
import type { Clock } from '../../platform/Clock';
import { acceptanceOf, withReceipts, type Receipts } from '../../record/Receipts';
import type { Db, Tx } from '../../store/database';
import { once } from '../../store/idempotency';
import { rowId } from '../../store/rowId';
import {
  requireAcceptable,
  requireMoney,
  requireRoom,
  requireWithinHouseLimit,
  requireWithinLimit,
  type AcceptedPosition,
} from './acceptance';
import { accountsOf, userLeg } from './booking';
import type { HouseExposure } from './houseExposure';
import type { OrderRow } from './leveragedOrder';
import { presentOrder, receiptTermsOf } from './orderRow';
import { fundingScaleOf, readPositionNow } from './positionNow';
import { orderEvents } from './publishOrders';
import { leverageRuleVersion } from './rules';

export interface LeverageDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly receipts: Receipts;
}
export type SubmitCall = Pick<HandlerCall<'leverageSubmit'>, 'request' | 'user' | 'nowMs' | 'idempotencyKey'>;
type Asked = EndpointRequest<'leverageSubmit'>;

export async function submitOrder(
  { db, catalog, clock, receipts, house }: LeverageDeps & { readonly house: HouseExposure },
  call: SubmitCall,
  isOfClass: ClassFilter,
): Promise<LeverageOrder> {
  const { user, request, nowMs } = call;
  const userId = rowId(user.userId);
  // A retry may carry the price that is seen now: it is the same order, at the price it was accepted with.
  const { seenPrice: _, sentAtMs, seenSeq, ...intention } = request;
  const arrival = { receivedMs: nowMs, sentAtMs, seenSeq };
  const onceCall = {
    userId,
    call: 'leverageSubmit',
    key: call.idempotencyKey,
    request: { ...intention, mode: user.mode },
    nowMs,
  };
  let made: OrderRow | undefined;
  const owner = { userId, mode: user.mode };
  const answer = await acceptInTime(clock, nowMs, () =>
    once(db, onceCall, async (tx) => {
      made = undefined;
      await limitWaits(tx);
      const limits = await holdLimits(tx, [owner], clock.now());
      const [free = zero, margin = zero] = await takeLocks(tx, { contracts: [owner], accounts: accountsOf(owner) });
      const known = await findOwn(tx, userId, user.mode, request.clientOrderId);
      if (known !== undefined) return { orderId: requireSameOrder(known, request).id };
      requireInTime(clock, arrival);
      const headMs = clock.now();
      const now = await readPositionNow(tx, catalog, request.symbol, headMs);
      const accepted = requireAcceptable(request, now, fundingScaleOf(catalog, fundingAsset), isOfClass, headMs);
      requireSeen(accepted.latest, arrival);
      const [positions = noPositions] = await readPositionSums(tx, [owner], request.symbol);
      requireRoom(positions.orders, accepted.terms);
      requireWithinLimit(accepted.hold, request.leverage, positions.exposure, accepted.terms);
      requireWithinHouseLimit(accepted.hold, request.direction, house.net(request.symbol, user.mode), accepted.terms);
      const { margin: stake, fee } = accepted.hold;
      const refusal = limits.refusal(owner, { stake, risk: add(stake, fee) });
      if (refusal !== undefined) throw refusal;
      requireMoney(accepted.hold, availableOf(contractFigures(free, margin, positions)));
      const row = await insertOrder(tx, userId, call, accepted, acceptedAt(headMs, accepted.latest));
      made = await hold(tx, row, positions);
      await limits.keep(tx, [{ owner, stake }]);
      await receipts.sign(tx, [acceptanceOf('leverage', made, accepted.latest, receiptTermsOf(made))]);
      requireInTime(clock, arrival);
      return { orderId: made.id };
    }),
  );
  if (!answer.isReplay && made !== undefined) house.accepted({ ...request, mode: user.mode, notional: notionalOf(made) });
  const order = presentOrder(answer.isReplay || made === undefined ? await readOrder(db, answer.response.orderId) : made);
  return withReceipts(db, 'leverage', order);
}

/** As the reading of all of them takes it: margin times leverage. */
const notionalOf = ({ margin, leverage }: OrderRow): Amount => multiply(amount(margin), amount(String(leverage)), 18, 'up');

export const findOwn = (
  db: Db | Tx,
  userId: number,
  mode: OrderRow['mode'],
  clientOrderId: string,
): Promise<OrderRow | undefined> =>
  db
    .selectFrom('leverageOrder')
    .selectAll()
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .where('clientOrderId', '=', clientOrderId)
    .executeTakeFirst();

export const readOrder = (db: Db | Tx, id: number): Promise<OrderRow> =>
  db.selectFrom('leverageOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const isSamePrice = (stored: string | null, asked: string | undefined): boolean =>
  stored === null || asked === undefined ? stored === null && asked === undefined : compare(amount(stored), amount(asked)) === 0;

function requireSameOrder(row: OrderRow, asked: Asked): OrderRow {
  const isSame =
    row.symbolId === asked.symbol &&
    row.direction === asked.direction &&
    row.entrustment === asked.entrustment &&
    row.leverage === asked.leverage &&
    compare(amount(row.lots), amount(asked.lots)) === 0 &&
    isSamePrice(row.limitPrice, asked.entrustment === 'limit' ? asked.limitPrice : undefined);
  if (!isSame) throw new AppError('REQUEST_ILLEGAL');
  return row;
}

function insertOrder(
  tx: Tx,
  userId: number,
  { request, user }: SubmitCall,
  accepted: AcceptedPosition,
  acceptedAtMs: number,
): Promise<OrderRow> {
  const { symbol, terms, spread, latest, hold } = accepted;
  return tx
    .insertInto('leverageOrder')
    .values({
      userId,
      mode: user.mode,
      clientOrderId: request.clientOrderId,
      symbolId: symbol.id,
      assetClass: symbol.assetClass,
      direction: request.direction,
      entrustment: request.entrustment,
      asset: fundingAsset,
      lots: toText(accepted.lots),
      leverage: request.leverage,
      limitPrice: accepted.limitPrice === undefined ? null : toText(accepted.limitPrice),
      seenPrice: accepted.seenPrice === undefined ? null : toText(accepted.seenPrice),
      catalogVersion: symbol.catalogVersion,
      ruleVersion: leverageRuleVersion,
      marginMode: terms.marginMode,
      contractSize: toText(symbol.contractSize),
      digits: symbol.digits,
      feeRate: toText(terms.feeRate),
      maintenanceRate: toText(terms.maintenanceRate),
      stopOutLevel: toText(terms.stopOutLevel),
      spreadBelow: toText(spread.below),
      spreadAbove: toText(spread.above),
      toleratedMove: toText(terms.toleratedMove),
      divisorSymbol: terms.divisorSymbol ?? null,
      swapMode: terms.swapMode,
      swapPerNight: toText(request.direction === 'long' ? terms.swapLong : terms.swapShort),
      tripleWeekday: terms.tripleWeekday ?? null,
      rolloverMinute: terms.rolloverMinute,
      closingMargin: terms.closingMargin === undefined ? null : JSON.stringify(terms.closingMargin),
      acceptedSeq: latest.seq,
      acceptedPrice: latest.price,
      acceptedAtMs,
      margin: toText(hold.margin),
      feeHold: toText(hold.fee),
      pricePerLot: toText(hold.pricePerLot),
      takeProfit: accepted.takeProfit === undefined ? null : toText(accepted.takeProfit),
      tpSinceMs: accepted.takeProfit === undefined ? null : acceptedAtMs,
      stopLoss: accepted.stopLoss === undefined ? null : toText(accepted.stopLoss),
      slSinceMs: accepted.stopLoss === undefined ? null : acceptedAtMs,
      lookFromMs: acceptedAtMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** `before`: the account's other orders, valued in this transaction. */
async function hold(tx: Tx, row: OrderRow, before: PositionSums): Promise<OrderRow> {
  const { userId, mode, acceptedAtMs: atMs } = row;
  const held = add(amount(row.margin), amount(row.feeHold));
  const { journalId, isReplay } = await post(tx, {
    mode,
    kind: 'leverage',
    ref: String(row.id),
    idem: `hold:leverage:${row.id}`,
    atMs,
    legs: [userLeg({ userId, mode }, 'contract', negate(held)), userLeg({ userId, mode }, 'margin', held)],
  });
  invariant(!isReplay, 'a new order has no journal yet');
  const placed = await tx
    .updateTable('leverageOrder')
    .set({ holdJournalId: journalId })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const moved = [{ userId, mode, positions: withPending(before, held) }];
  await publishEvents(tx, { events: orderEvents([placed]), moved, atMs });
  return placed;
}
