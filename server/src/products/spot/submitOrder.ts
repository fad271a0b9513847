/**
 * Accepts a spot order at the head of the log, once its accounts are locked: what it may cost moves to coin_hold, the order
 * row stands, the private events are written and the answer is remembered, all in one transaction or not at all. A repeat is
 * the same order twice over: by the idempotency key of the request and by the client's own order id.
 */
import type { ReceiptTerms, SpotOrder } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { compare, negate, price, toText, zero } from '@tessera/shared/money';
import { bookVersion } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { acceptedAt, acceptInTime, limitWaits, requireInTime, requireSeen } from '../../execution/acceptInOrder';
import { publishEvents } from '../../execution/publishEvents';
import { readSymbolNow } from '../../execution/symbolNow';
import { fundingAsset } from '../../funds/fundingAsset';
import type { HandlerCall } from '../../http/handler';
import { post } from '../../ledger/Ledger';
import { takeLocks, type Owner } from '../../ledger/takeLocks';
import { holdLimits } from '../../limits/holdLimits';
import type { Clock } from '../../platform/Clock';
import { acceptanceOf, withReceipts, type Receipts } from '../../record/Receipts';
import type { Db, Tx } from '../../store/database';
import { once } from '../../store/idempotency';
import { enterLock } from '../../store/lockOrder';
import { rowId } from '../../store/rowId';
import { requireSpotAcceptable, type AcceptedSpot } from './acceptance';
import { readSpotOrders } from './orderRow';

export type PlaceCall = Pick<HandlerCall<'spotSubmit'>, 'request' | 'user' | 'nowMs' | 'idempotencyKey'>;

export const openKey = (orderId: number): string => `spot_open:${orderId}`;

export interface SubmitDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly receipts: Receipts;
}

/** Rejects with AppError. */
export async function submitOrder({ db, catalog, clock, receipts }: SubmitDeps, call: PlaceCall): Promise<SpotOrder> {
  const { user, request, nowMs } = call;
  const userId = rowId(user.userId);
  // A retry may have seen another price, at another instant: it is the same order, as it was accepted.
  const { seenPrice: _, sentAtMs, seenSeq, ...intention } = request;
  const arrival = { receivedMs: nowMs, sentAtMs, seenSeq };
  const onceCall = { userId, call: 'spotSubmit', key: call.idempotencyKey, request: { ...intention, mode: user.mode }, nowMs };
  const answer = await acceptInTime(clock, nowMs, () =>
    once(db, onceCall, async (tx) => {
      const known = await findOwn(tx, call);
      if (known !== undefined) return { orderId: requireSameOrder(known, request).id };
      requireInTime(clock, arrival);
      await limitWaits(tx);
      // What is held already can always be sold.
      const owner = { userId, mode: user.mode };
      const limits = await holdLimits(tx, request.side === 'buy' ? [owner] : [], clock.now());
      await ensureCursor(tx, request.symbol);
      await takeLocks(tx, { accounts: accountsOf(catalog, call) });
      const terms = await evaluate(catalog, tx, call, clock.now());
      requireSeen(terms.latest, arrival);
      const stake = terms.symbol.quote === fundingAsset ? terms.held : zero;
      const refusal = limits.refusal(owner, { stake, risk: zero });
      if (refusal !== undefined) throw refusal;
      const id = await insertOrder(tx, call, terms);
      // Somebody else's transaction was first with this client order id: ours leaves no trace but the answer.
      if (id === undefined) return { orderId: requireSameOrder(await findOwn(tx, call), request).id };
      await freeze(tx, id, call, terms);
      await limits.keep(tx, [{ owner, stake }]);
      await receipts.sign(tx, [acceptanceOf('spot', storedAs(id, call, terms), terms.latest, receiptTermsOf(user.mode, terms))]);
      requireInTime(clock, arrival);
      return { orderId: id };
    }),
  );
  return withReceipts(db, 'spot', await readSpotOrder(db, answer.response.orderId));
}

/**
 * The cursor is there before the symbol's first order, so that no tick can pass an order by. Before the accounts are locked:
 * anyone who moves a cursor waits for orders, and those for accounts; and an insert waits for anyone who moves the row.
 */
async function ensureCursor(tx: Tx, symbolId: string): Promise<void> {
  enterLock(tx, 'order');
  await sql`
    insert into spot_cursor (symbol_id, seq) select symbol_id, seq from tick_head
    where symbol_id = ${symbolId} and not exists (select from spot_cursor where symbol_id = ${symbolId}) on conflict do nothing`.execute(
    tx,
  );
}

type Accepted = AcceptedSpot & { readonly acceptedAtMs: number };

const storedAs = (id: number, { request, user }: PlaceCall, { symbol, acceptedAtMs }: Accepted) => ({
  id,
  userId: rowId(user.userId),
  clientOrderId: request.clientOrderId,
  symbolId: symbol.id,
  acceptedAtMs,
});

/** What a receipt says of it: all that was agreed to, the book it is filled from, and the price it was judged by. */
const receiptTermsOf = (mode: string, { symbol, term, latest, asked, held }: Accepted): ReceiptTerms => ({
  mode,
  side: asked.side,
  entrustment: asked.entrustment,
  price: textOf(asked.price),
  quantity: textOf(asked.quantity),
  total: textOf(asked.total),
  seenPrice: textOf(asked.seenPrice),
  feeRate: toText(term.feeRate),
  feeAsset: symbol.quote,
  held: toText(held),
  ruleVersion: bookVersion,
  catalogVersion: symbol.catalogVersion,
  acceptedPrice: toText(price(latest.price)),
  digits: symbol.digits,
  spreadSteps: symbol.spreadSteps,
  levelQuantity: toText(term.levelQuantity),
  quantityStep: toText(term.quantityStep),
  slippageCap: toText(term.slippageCap),
  toleratedMove: toText(term.toleratedMove),
  signsRequests: true,
});

/** What the order will move between, whatever becomes of it. */
function accountsOf(catalog: Catalog, { request, user: { userId, mode } }: PlaceCall) {
  const symbol = catalog.symbol(request.symbol);
  if (symbol === undefined) return [];
  const asset = request.side === 'buy' ? symbol.quote : symbol.base;
  return (['coin', 'coin_hold'] as const).map((kind) => ({ ownerId: rowId(userId), mode, kind, asset }));
}

export async function readSpotOrder(db: Db | Tx, id: number): Promise<SpotOrder> {
  const [order] = await readSpotOrders(db, sql`where o.id = ${id}`);
  invariant(order !== undefined, `spot order ${id} stands with its terms`);
  return order;
}

async function evaluate(catalog: Catalog, tx: Tx, { request }: PlaceCall, nowMs: number): Promise<Accepted> {
  const now = await readSymbolNow(tx, catalog, { symbol: request.symbol, nowMs });
  const quoteScale = catalog.assets().find((one) => one.asset === now.symbol?.quote)?.scale ?? 0;
  const terms = requireSpotAcceptable(request, now, catalog.spotTerms(request.symbol), quoteScale, nowMs);
  return { ...terms, acceptedAtMs: acceptedAt(nowMs, terms.latest) };
}

interface KnownOrder {
  readonly id: number;
  readonly symbolId: string;
  readonly side: string;
  readonly entrustment: string;
  readonly price: string | null;
  readonly quantity: string | null;
  readonly total: string | null;
}

const findOwn = (tx: Tx, { user, request }: PlaceCall): Promise<KnownOrder | undefined> =>
  tx
    .selectFrom('spotOrder')
    .select(['id', 'symbolId', 'side', 'entrustment', 'price', 'quantity', 'total'])
    .where('userId', '=', rowId(user.userId))
    .where('mode', '=', user.mode)
    .where('clientOrderId', '=', request.clientOrderId)
    .executeTakeFirst();

function requireSameOrder(row: KnownOrder | undefined, asked: PlaceCall['request']): KnownOrder {
  const isSame =
    row !== undefined &&
    row.symbolId === asked.symbol &&
    row.side === asked.side &&
    row.entrustment === asked.entrustment &&
    isEqual(row.price, asked.price) &&
    isEqual(row.quantity, asked.quantity) &&
    isEqual(row.total, asked.total);
  if (!isSame) throw new AppError('REQUEST_ILLEGAL');
  return row;
}

const isEqual = (stored: string | null, asked: string | undefined): boolean =>
  stored === null || asked === undefined ? stored === null && asked === undefined : compare(price(stored), price(asked)) === 0;

async function insertOrder(
  tx: Tx,
  { request, user }: PlaceCall,
  { symbol, term, latest, asked, held, acceptedAtMs }: Accepted,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('spotOrder')
    .values({
      userId: rowId(user.userId),
      mode: user.mode,
      clientOrderId: request.clientOrderId,
      symbolId: symbol.id,
      base: symbol.base,
      quote: symbol.quote,
      side: asked.side,
      entrustment: asked.entrustment,
      price: textOf(asked.price),
      quantity: textOf(asked.quantity),
      total: textOf(asked.total),
      seenPrice: textOf(asked.seenPrice),
      feeRate: toText(term.feeRate),
      ruleVersion: bookVersion,
      catalogVersion: symbol.catalogVersion,
      acceptedPrice: latest.price,
      acceptedSeq: latest.seq,
      acceptedAtMs,
      lookedAtMs: acceptedAtMs,
      updatedAtMs: acceptedAtMs,
      held: toText(held),
      frozen: toText(held),
    })
    .onConflict((conflict) => conflict.columns(['userId', 'mode', 'clientOrderId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const textOf = (value: Parameters<typeof toText>[0] | undefined): string | null => (value === undefined ? null : toText(value));

async function freeze(tx: Tx, id: number, { user }: PlaceCall, { symbol, asked, held, acceptedAtMs }: Accepted): Promise<void> {
  const ownerId = rowId(user.userId);
  const asset = asked.side === 'buy' ? symbol.quote : symbol.base;
  const { journalId } = await post(tx, {
    mode: user.mode,
    kind: 'spot',
    ref: String(id),
    idem: openKey(id),
    atMs: acceptedAtMs,
    legs: [
      { account: { ownerId, kind: 'coin', asset }, amount: negate(held) },
      { account: { ownerId, kind: 'coin_hold', asset }, amount: held },
    ],
  });
  await tx.updateTable('spotOrder').set({ openJournalId: journalId }).where('id', '=', id).execute();
  await publishOrder(tx, { userId: ownerId, mode: user.mode, id, isMoved: true, atMs: acceptedAtMs });
}

/** The private events of a change, at the end of its transaction; with the balances where money moved. */
export async function publishOrder(
  tx: Tx,
  { userId, mode, id, isMoved, atMs }: Owner & { readonly id: number; readonly isMoved: boolean; readonly atMs: number },
): Promise<void> {
  const event = { type: 'spot.updated' as const, order: await readSpotOrder(tx, id) };
  await publishEvents(tx, { events: [{ userId, mode, event }], moved: isMoved ? [{ userId, mode }] : [], atMs });
}
