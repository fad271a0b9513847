/** What the exchange signs when it accepts something (shared/fairness/receipt gives the byte forms). */
import * as z from 'zod/mini';
import { id, instantMs, symbolId } from './wire';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const receiptBody = z.object({
  format: z.literal(1),
  product: z.enum(['seconds', 'spot', 'leverage', 'flash']),
  /** What was accepted: an order, or what is asked for one that stands. */
  request: z.enum(['order', 'close', 'stop', 'cancel']),
  /** The client's own name of the request: an order's clientOrderId, an exchange's quoteId, a close's and a cancel's idempotency key, a stop's requestId. */
  key: z.string(),
  order: id,
  /** A name for the account, another one on each receipt; who knows the user number and the salt can recompute it. */
  holder: hash,
  symbol: symbolId,
  termsHash: hash,
  acceptedAtMs: instantMs,
  /** The newest tick of the symbol's log at that instant; only later ones decide. Of an exchange the tick that prices it. */
  headSeq: z.int(),
  headHash: hash,
  keyId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
});
export type ReceiptBody = z.infer<typeof receiptBody>;

/** What was accepted, by name: money, prices and rates as decimal text, null where an order has none. */
export const receiptTerms = z.record(z.string(), z.union([z.string(), z.int(), z.boolean(), z.null()]));
export type ReceiptTerms = z.infer<typeof receiptTerms>;

export const receipt = z.object({
  body: receiptBody,
  terms: receiptTerms,
  /** Ed25519, 128 hexadecimal digits. */
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
  /** For the holder alone: with it `holder` follows from the user number. Left out where a receipt is handed on. */
  holderSalt: z.optional(hash),
});
export type Receipt = z.infer<typeof receipt>;

/** Where an order is accepted, found by its client's id, or proven. Left out of lists and events, and of orders from before receipts. */
export const orderReceipt = z.optional(receipt);

/**
 * The newest receipt of each kind of request about an order, oldest first; in an answer to a request also its own; in the proof of a
 * deal those that its tick came after, with every close. Left out where there is none, and where an order's own receipt is left out.
 */
export const requestReceipts = z.optional(z.array(receipt));

/** What an order says of its sending; either may be left out. */
export const sending = {
  /** When it was sent, in the server's clock as the client knows it. */
  sentAtMs: z.optional(instantMs),
  /** The last tick of the symbol that the client has seen. */
  seenSeq: z.optional(z.int()),
};
