/**
 * Accepts an order: margin and fee are held, the order row stands, the private events are written and the answer is
 * remembered, all in one transaction or not at all. A repeat is the same order twice over: by the idempotency key of the
 * request and by the client's own order id.
 */
import type { EndpointRequest, LeverageOrder } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { add, amount, compare, negate, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { availableOf } from '../../funds/contractFigures';
import { fundingAsset } from '../../funds/fundingAsset';
import { lockContract } from '../../funds/lockContract';
import { accountsView } from '../../funds/walletView';
import type { HandlerCall } from '../../http/handler';
import { post } from '../../ledger/Ledger';
import { appendOutboxEntries } from '../../realtime/outbox';
import type { Db, Tx } from '../../store/database';
import { once } from '../../store/idempotency';
import { rowId } from '../../store/rowId';
import { requireAcceptable, requireMoney, requireRoom, type AcceptedPosition, type ClassFilter } from './acceptance';
import type { OrderRow } from './leveragedOrder';
import { userLeg } from './booking';
import { presentOrder } from './orderRow';
import { leverageRuleVersion } from './rules';
import { fundingScaleOf, readSymbolNow } from './symbolNow';

export interface LeverageParts {
  readonly db: Db;
  readonly catalog: Catalog;
}
export type SubmitCall = Pick<HandlerCall<'leverageSubmit'>, 'request' | 'user' | 'nowMs' | 'idempotencyKey'>;
type Asked = EndpointRequest<'leverageSubmit'>;

export async function submitOrder(
  { db, catalog }: LeverageParts,
  call: SubmitCall,
  isOfClass: ClassFilter,
): Promise<LeverageOrder> {
  const { user, request, nowMs } = call;
  const userId = rowId(user.userId);
  // A retry may carry the price that is seen now: it is the same order, at the price it was accepted with.
  const { seenPrice: _, ...intention } = request;
  const onceCall = {
    userId,
    call: 'leverageSubmit',
    key: call.idempotencyKey,
    request: { ...intention, mode: user.mode },
    nowMs,
  };
  let made: OrderRow | undefined;
  const answer = await once(db, onceCall, async (tx) => {
    made = undefined;
    await lockContract(tx, userId, user.mode);
    const known = await findOwn(tx, userId, user.mode, request.clientOrderId);
    if (known !== undefined) return { orderId: requireSameOrder(known, request).id };
    const now = await readSymbolNow(tx, catalog, request.symbol, nowMs);
    const accepted = requireAcceptable(request, now, fundingScaleOf(catalog, fundingAsset), isOfClass, nowMs);
    requireRoom(await countPositions(tx, userId, user.mode), accepted.terms);
    const { contract } = await accountsView(tx, userId, user.mode);
    requireMoney(accepted.hold, availableOf(contract));
    const row = await insertOrder(tx, userId, call, accepted);
    made = await hold(tx, row, nowMs);
    return { orderId: made.id };
  });
  return presentOrder(answer.isReplay || made === undefined ? await readOrder(db, answer.response.orderId) : made);
}

async function countPositions(tx: Tx, userId: number, mode: OrderRow['mode']): Promise<number> {
  const { count } = await tx
    .selectFrom('leverageOrder')
    .select(sql<number>`count(*)`.as('count'))
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .where('status', 'in', ['pending', 'open', 'closing'])
    .executeTakeFirstOrThrow();
  return count;
}

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
  { request, user, nowMs }: SubmitCall,
  accepted: AcceptedPosition,
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
      acceptedSeq: latest.seq,
      acceptedPrice: latest.price,
      acceptedAtMs: nowMs,
      margin: toText(hold.margin),
      feeHold: toText(hold.fee),
      pricePerLot: toText(hold.pricePerLot),
      takeProfit: accepted.takeProfit === undefined ? null : toText(accepted.takeProfit),
      tpSinceMs: accepted.takeProfit === undefined ? null : nowMs,
      stopLoss: accepted.stopLoss === undefined ? null : toText(accepted.stopLoss),
      slSinceMs: accepted.stopLoss === undefined ? null : nowMs,
      lookFromMs: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function hold(tx: Tx, row: OrderRow, atMs: number): Promise<OrderRow> {
  const { userId, mode } = row;
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
  const standing = await tx
    .updateTable('leverageOrder')
    .set({ holdJournalId: journalId })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tellOrders(tx, [standing], atMs);
  return standing;
}

/** One event for each order that changed without a deal, then the balances. All of one person and mode. */
export async function tellOrders(tx: Tx, rows: readonly OrderRow[], atMs: number): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const { userId, mode } = first;
  const view = await accountsView(tx, userId, mode);
  await appendOutboxEntries(tx, [
    ...rows.map((row) => ({
      userId,
      mode,
      atMs,
      event: { type: 'leverage.updated' as const, order: presentOrder(row), deals: [] },
    })),
    { userId, mode, atMs, event: { type: 'balance.changed' as const, ...view } },
  ]);
}
