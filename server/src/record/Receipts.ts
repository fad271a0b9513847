/**
 * Receipts: what the exchange signs in the transaction of an acceptance (shared/fairness/receipt). One
 * statement stores the receipts of a whole batch.
 */
import { randomBytes } from 'node:crypto';
import type { Receipt, ReceiptBody, ReceiptTerms } from '@tessera/shared/contract';
import { canonicalText, holderBytes, termsBytes, toHex } from '@tessera/shared/fairness';
import { nativeSha256 } from '../feed/nativeSha256';
import { sql } from 'kysely';
import type { Db, Tx } from '../store/database';
import type { SigningKey } from './SigningKey';

/** What was accepted, under which head of the symbol's log: an order, or what was asked of one that stands. */
export interface Acceptance extends Pick<ReceiptBody, 'product' | 'request' | 'key' | 'symbol' | 'acceptedAtMs'> {
  readonly userId: number;
  readonly orderId: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly terms: ReceiptTerms;
}

export interface Receipts {
  /** Call it under the locks of the acceptance. In the order given. */
  sign(tx: Tx, accepted: readonly Acceptance[]): Promise<readonly Receipt[]>;
}

/** What every product stores of an order. */
interface StoredOrder {
  readonly id: number;
  readonly userId: number;
  readonly clientOrderId: string;
  readonly symbolId: string;
  readonly acceptedAtMs: number;
}

export const acceptanceOf = (
  product: ReceiptBody['product'],
  { id: orderId, userId, clientOrderId: key, symbolId: symbol, acceptedAtMs }: StoredOrder,
  head: Acceptance['head'],
  terms: ReceiptTerms,
): Acceptance => ({ product, request: 'order', key, userId, orderId, symbol, acceptedAtMs, head, terms });

/** `key`: the one that signs now. */
export const createReceipts = (key: () => SigningKey): Receipts => ({
  async sign(tx, accepted) {
    if (accepted.length === 0) return [];
    const signed = accepted.map((one) => ({ one, receipt: signReceipt(key(), one) }));
    await tx
      .insertInto('receipt')
      .values(
        signed.map(({ one: { product, orderId, request }, receipt: { body, terms, signature, holderSalt = '' } }) => ({
          product,
          orderId,
          request,
          key: body.key,
          body: canonicalText(body),
          terms: canonicalText(terms),
          signature,
          holderSalt,
          symbolId: body.symbol,
          headSeq: body.headSeq,
        })),
      )
      .execute();
    return signed.map(({ receipt }) => receipt);
  },
});

function signReceipt(key: SigningKey, { product, request, key: name, symbol, acceptedAtMs, ...one }: Acceptance): Receipt {
  const holderSalt = randomBytes(32).toString('hex');
  const body: ReceiptBody = {
    format: 1,
    product,
    request,
    key: name,
    order: String(one.orderId),
    holder: toHex(nativeSha256(holderBytes(String(one.userId), holderSalt))),
    symbol,
    termsHash: toHex(nativeSha256(termsBytes(one.terms))),
    acceptedAtMs,
    headSeq: one.head.seq,
    headHash: one.head.hash,
    keyId: key.id,
  };
  return { body, terms: one.terms, signature: key.sign('receipt', body), holderSalt };
}

/** Of orders of one product, as they were accepted, by the order's id. Orders from before receipts have none. */
export async function readReceipts(
  db: Db | Tx,
  product: ReceiptBody['product'],
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, Receipt>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('receipt')
    .select(['orderId', 'body', 'terms', 'signature', 'holderSalt'])
    .where('product', '=', product)
    .where('orderId', 'in', orderIds)
    .where('request', '=', 'order')
    .execute();
  return new Map(rows.map((row) => [row.orderId, presentReceipt(row)]));
}

const presentReceipt = ({
  body,
  terms,
  signature,
  holderSalt,
}: Record<'body' | 'terms' | 'signature' | 'holderSalt', string>): Receipt => ({
  body: JSON.parse(body) as ReceiptBody,
  terms: JSON.parse(terms) as ReceiptTerms,
  signature,
  holderSalt,
});

/** Which receipts of requests about an order are wanted besides the newest of each kind. */
interface WantedRequests {
  /** The client's own name of one. */
  readonly key?: string | undefined;
  /** For the proof of a deal: those that a tick of this number came after, and of closes every one. */
  readonly beforeSeq?: number;
}

/** More closes of one order are not shown with it. */
const maxCloses = 500;

/** In the order in which they were signed. */
async function readRequests(
  db: Db,
  product: ReceiptBody['product'],
  orderId: number,
  { key, beforeSeq }: WantedRequests,
): Promise<Receipt[]> {
  const isBefore = beforeSeq === undefined ? sql`true` : sql`head_seq < ${beforeSeq}::bigint`;
  const ofOrder = sql`product = ${product} and order_id = ${orderId}`;
  // By the index, from the newest on: what one person asks a thousand times costs nobody more to read.
  const { rows } = await sql<Parameters<typeof presentReceipt>[0]>`
    select body, terms, signature, holder_salt from (
      select newest.* from (values ('close', ${beforeSeq === undefined ? 1 : maxCloses}::int), ('stop', 1), ('cancel', 1)) kind (name, most)
      cross join lateral (
        select * from receipt where ${ofOrder} and request = kind.name and request <> 'order' and ${isBefore} order by made desc limit kind.most
      ) newest
      union
      select * from receipt where ${ofOrder} and request in ('close', 'stop', 'cancel') and key = ${key ?? null}
    ) found order by made`.execute(db);
  return rows.map(presentReceipt);
}

/** Of one request about several orders. */
export async function readReceiptsOf(
  db: Db,
  product: ReceiptBody['product'],
  orderIds: readonly number[],
  request: ReceiptBody['request'],
  key: string | undefined,
): Promise<Receipt[]> {
  if (orderIds.length === 0 || key === undefined) return [];
  const rows = await db
    .selectFrom('receipt')
    .select(['body', 'terms', 'signature', 'holderSalt'])
    .where('product', '=', product)
    .where('orderId', 'in', orderIds)
    .where('request', '=', request)
    .where('key', '=', key)
    .orderBy('orderId')
    .execute();
  return rows.map(presentReceipt);
}

/** The order with its receipt, where it has one. */
export async function withReceipt<Order extends { readonly id: string }>(
  db: Db,
  product: ReceiptBody['product'],
  order: Order,
): Promise<Order & { receipt?: Receipt }> {
  const id = Number(order.id);
  const receipt = (await readReceipts(db, product, [id])).get(id);
  return receipt === undefined ? order : { ...order, receipt };
}

/** With those of what was asked about it, too. */
export async function withReceipts<Order extends { readonly id: string }>(
  db: Db,
  product: ReceiptBody['product'],
  order: Order,
  wanted: WantedRequests = {},
): Promise<Order & { receipt?: Receipt; requests?: Receipt[] }> {
  const requests = await readRequests(db, product, Number(order.id), wanted);
  return { ...(await withReceipt(db, product, order)), ...(requests.length === 0 ? {} : { requests }) };
}
