/**
 * Accepts a spot order: what it may cost moves to coin_hold, the order row stands, the private events are written and the
 * answer is remembered, all in one transaction or not at all. A repeat is the same order twice over: by the idempotency key
 * of the request and by the client's own order id.
 */
import type { SpotOrder } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { compare, negate, price, toText } from '@tessera/shared/money';
import { bookVersion } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { tellBalances } from '../../funds/Funds';
import type { HandlerCall } from '../../http/handler';
import { post } from '../../ledger/Ledger';
import { appendOutbox } from '../../realtime/outbox';
import type { Db, Tx } from '../../store/database';
import { once } from '../../store/idempotency';
import { rowId } from '../../store/rowId';
import { requireSpotAcceptable, type AcceptedSpot } from './acceptance';
import { readSpotOrders } from './orderRow';
import { readSymbolNow } from './symbolNow';

export type PlaceCall = Pick<HandlerCall<'spotTrade'>, 'request' | 'user' | 'nowMs' | 'idempotencyKey'>;

export const openKey = (orderId: number): string => `spot_open:${orderId}`;

export async function submitOrder(parts: { readonly db: Db; readonly catalog: Catalog }, call: PlaceCall): Promise<SpotOrder> {
  const { user, request, nowMs } = call;
  const userId = rowId(user.userId);
  // A retry may have seen another price: it is the same order, as it was accepted.
  const { seenPrice: _, ...intention } = request;
  const onceCall = { userId, call: 'spotTrade', key: call.idempotencyKey, request: { ...intention, mode: user.mode }, nowMs };
  const answer = await once(parts.db, onceCall, async (tx) => {
    const known = await findOwn(tx, call);
    if (known !== undefined) return { orderId: requireSameOrder(known, request).id };
    const terms = await judge(parts.catalog, tx, call);
    const id = await insertOrder(tx, call, terms);
    // Somebody else's transaction was first with this client order id: ours leaves no trace but the answer.
    if (id === undefined) return { orderId: requireSameOrder(await findOwn(tx, call), request).id };
    await freeze(tx, id, call, terms);
    return { orderId: id };
  });
  return readSpotOrder(parts.db, answer.response.orderId);
}

export async function readSpotOrder(db: Db | Tx, id: number): Promise<SpotOrder> {
  const [order] = await readSpotOrders(db, sql`where o.id = ${id}`);
  invariant(order !== undefined, `spot order ${id} stands with its terms`);
  return order;
}

async function judge(catalog: Catalog, tx: Tx, { request, nowMs }: PlaceCall): Promise<AcceptedSpot> {
  const now = await readSymbolNow(tx, catalog, request.symbol, nowMs);
  const quoteScale = catalog.assets().find((one) => one.asset === now.symbol?.quote)?.scale ?? 0;
  return requireSpotAcceptable(request, now, quoteScale, nowMs);
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

async function insertOrder(tx: Tx, { request, user, nowMs }: PlaceCall, terms: AcceptedSpot): Promise<number | undefined> {
  const { symbol, term, latest, asked, held } = terms;
  // The cursor is there before the symbol's first order, so that no tick can pass an order by.
  await sql`
    insert into spot_cursor (symbol_id, seq) select symbol_id, seq from tick_head where symbol_id = ${symbol.id} on conflict do nothing`.execute(
    tx,
  );
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
      acceptedAtMs: nowMs,
      lookedAtMs: nowMs,
      updatedAtMs: nowMs,
      held: toText(held),
      frozen: toText(held),
    })
    .onConflict((conflict) => conflict.columns(['userId', 'mode', 'clientOrderId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const textOf = (value: Parameters<typeof toText>[0] | undefined): string | null => (value === undefined ? null : toText(value));

async function freeze(tx: Tx, id: number, { user, nowMs }: PlaceCall, { symbol, asked, held }: AcceptedSpot): Promise<void> {
  const ownerId = rowId(user.userId);
  const asset = asked.side === 'buy' ? symbol.quote : symbol.base;
  const { journalId } = await post(tx, {
    mode: user.mode,
    kind: 'spot',
    ref: String(id),
    idem: openKey(id),
    atMs: nowMs,
    legs: [
      { account: { ownerId, kind: 'coin', asset }, amount: negate(held) },
      { account: { ownerId, kind: 'coin_hold', asset }, amount: held },
    ],
  });
  await tx.updateTable('spotOrder').set({ openJournalId: journalId }).where('id', '=', id).execute();
  await tellSpotOrder(tx, ownerId, user.mode, id, nowMs);
}

/** The private events of a change, in its transaction. */
export async function tellSpotOrder(tx: Tx, userId: number, mode: 'real' | 'demo', id: number, nowMs: number): Promise<void> {
  await appendOutbox(tx, userId, mode, { type: 'spot.updated', order: await readSpotOrder(tx, id) }, nowMs);
  await tellBalances(tx, userId, mode, nowMs);
}
