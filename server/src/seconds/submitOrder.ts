/**
 * Accepts an order: stake and fee leave the coin account, the order row stands, the private events are written and the
 * answer is remembered, all in one transaction or not at all. A repeat is the same order twice over: by the idempotency
 * key of the request and by the client's own order id.
 */
import type { EndpointRequest, SecondsOrder } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { add, amount, compare, isZero, negate, toText } from '@tessera/shared/money';
import type { Catalog } from '../catalog/Catalog';
import { tellBalances } from '../funds/Funds';
import type { HandlerCall } from '../http/handler';
import { house, post, type Leg } from '../ledger/Ledger';
import { appendOutbox } from '../realtime/outbox';
import type { Db, Tx } from '../store/database';
import { once } from '../store/idempotency';
import { rowId } from '../store/rowId';
import { requireAcceptable, stakeAsset, type AcceptedTerms, type ClassFilter } from './acceptance';
import { presentOrder, type OrderRow } from './orderRow';
import { readQuote } from './quoteToken';
import { readSymbolNow } from './symbolNow';

export interface SubmitParts {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly quoteKey: Buffer;
}
export type SubmitCall = Pick<HandlerCall<'submitSeconds'>, 'request' | 'user' | 'nowMs' | 'idempotencyKey'>;
type Asked = EndpointRequest<'submitSeconds'>;

export async function submitOrder(parts: SubmitParts, call: SubmitCall, isOfClass: ClassFilter): Promise<SecondsOrder> {
  const { user, request, nowMs } = call;
  const userId = rowId(user.userId);
  // A retry may carry a fresh quote: it is the same order, under the terms it was accepted on.
  const { quoteId: _, ...intention } = request;
  const onceCall = { userId, call: 'submitSeconds', key: call.idempotencyKey, request: { ...intention, mode: user.mode }, nowMs };
  const answer = await once(parts.db, onceCall, async (tx) => {
    const known = await findOwn(tx, userId, user.mode, request.clientOrderId);
    if (known !== undefined) return { orderId: requireSameOrder(known, request).id };
    const terms = await judge(parts, tx, call, isOfClass);
    const made = await insertOrder(tx, userId, call, terms);
    // Somebody else's transaction was first with this client order id: ours leaves no trace but the answer.
    if (made === undefined) return { orderId: requireSameOrder(await findOwn(tx, userId, user.mode, request.clientOrderId), request).id };
    await payIn(tx, made, terms, nowMs);
    return { orderId: made.id };
  });
  return presentOrder(await readOrder(parts.db, answer.response.orderId), nowMs);
}

async function judge(parts: SubmitParts, tx: Tx, { request, user, nowMs }: SubmitCall, isOfClass: ClassFilter): Promise<AcceptedTerms> {
  const now = await readSymbolNow(tx, parts.catalog, request.symbol, request.seconds, nowMs);
  const asset = parts.catalog.assets().find((one) => one.asset === stakeAsset);
  invariant(asset !== undefined, `the book has the asset ${stakeAsset}`);
  return requireAcceptable(request, now, readQuote(parts.quoteKey, request.quoteId), user, asset.scale, isOfClass, nowMs);
}

const findOwn = (tx: Tx, userId: number, mode: OrderRow['mode'], clientOrderId: string): Promise<OrderRow | undefined> =>
  tx.selectFrom('secOrder').selectAll().where('userId', '=', userId).where('mode', '=', mode).where('clientOrderId', '=', clientOrderId).executeTakeFirst();

export const readOrder = (db: Db | Tx, id: number): Promise<OrderRow> => db.selectFrom('secOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

function requireSameOrder(row: OrderRow | undefined, asked: Asked): OrderRow {
  const isSame =
    row !== undefined && row.symbolId === asked.symbol && row.direction === asked.direction && row.seconds === asked.seconds &&
    row.asset === asked.asset && compare(amount(row.stake), amount(asked.stake)) === 0;
  if (!isSame) throw new AppError('REQUEST_ILLEGAL');
  return row;
}

async function insertOrder(tx: Tx, userId: number, { request, user, nowMs }: SubmitCall, terms: AcceptedTerms): Promise<OrderRow | undefined> {
  return tx
    .insertInto('secOrder')
    .values({
      userId, mode: user.mode, clientOrderId: request.clientOrderId, symbolId: terms.symbol.id, assetClass: terms.symbol.assetClass,
      direction: request.direction, seconds: request.seconds, asset: request.asset, stake: toText(terms.stake), fee: toText(terms.fee),
      payoutRate: toText(terms.payoutRate), feeRate: toText(terms.feeRate), ruleVersion: terms.quote.ruleVersion, catalogVersion: terms.quote.catalogVersion,
      quotedPrice: terms.quote.price, quotedSeq: terms.quote.priceSeq, acceptedPrice: terms.latest.price, acceptedSeq: terms.latest.seq,
      acceptedAtMs: nowMs, expiresAtMs: nowMs + request.seconds * 1000,
    })
    .onConflict((conflict) => conflict.columns(['userId', 'mode', 'clientOrderId']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

async function payIn(tx: Tx, row: OrderRow, { stake, fee }: AcceptedTerms, nowMs: number): Promise<void> {
  const { userId: ownerId, mode, asset } = row;
  const legs: Leg[] = [
    { account: { ownerId, kind: 'coin', asset }, amount: negate(add(stake, fee)) },
    { account: { ownerId, kind: 'stake', asset }, amount: stake },
    { account: house('fee', asset), amount: fee },
  ];
  const { journalId } = await post(tx, {
    mode, kind: 'seconds_open', ref: String(row.id), idem: `open:seconds:${row.id}`, atMs: nowMs, legs: legs.filter((leg) => !isZero(leg.amount)),
  });
  await tx.updateTable('secOrder').set({ openJournalId: journalId }).where('id', '=', row.id).execute();
  await appendOutbox(tx, ownerId, mode, { type: 'order.updated', order: presentOrder(row, nowMs) }, nowMs);
  await tellBalances(tx, ownerId, mode, nowMs);
}
