/** Signs what is asked of orders that stand, in the transaction that accepts it, at the head of each order's log. */
import type { ReceiptBody, ReceiptTerms } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Receipts } from '../record/Receipts';
import type { Tx } from '../store/database';

/** One act of a person, under his own name of it. */
interface RequestToSign extends Pick<ReceiptBody, 'product'> {
  readonly request: Exclude<ReceiptBody['request'], 'order'>;
  readonly key: string | undefined;
}

interface AcceptedRequest {
  readonly order: { readonly id: number; readonly userId: number; readonly symbolId: string };
  /** Ticks after it can be met by what was asked; not before the head. */
  readonly acceptedAtMs: number;
  readonly terms: ReceiptTerms;
}

/** Once the acceptance is written, under its locks: the commit refuses it (T0005) when one of the heads is not the newest any more. */
export async function signRequests(
  tx: Tx,
  receipts: Receipts,
  { product, request, key }: RequestToSign,
  accepted: readonly AcceptedRequest[],
): Promise<void> {
  invariant(key !== undefined, `a request to ${request} has a name`);
  const symbols = [...new Set(accepted.map(({ order }) => order.symbolId))];
  const { rows } = await sql<{ symbolId: string; seq: number; hash: string }>`
    select symbol_id, seq, encode(hash, 'hex') as hash from tick_head where symbol_id = any (${symbols}::text[])`.execute(tx);
  const heads = new Map(rows.map(({ symbolId, ...head }) => [symbolId, head]));
  await receipts.sign(
    tx,
    accepted.map(({ order, acceptedAtMs, terms }) => {
      const head = heads.get(order.symbolId);
      invariant(head !== undefined, `${order.symbolId}, in which order ${order.id} stands, has ticks`);
      const { id: orderId, userId, symbolId: symbol } = order;
      return { product, request, key, userId, orderId, symbol, acceptedAtMs, head, terms };
    }),
  );
}
