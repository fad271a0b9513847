/** Withdrawals that are approved: what operators pay by hand, and what the exchange sends. */
import * as z from 'zod/mini';
import { decimalText, instantMs } from '../contract/wire';
import { listed, listing, reason, rowId } from './wire';

const payout = z.object({
  id: rowId,
  /** As the person sees it. */
  withdrawal: z.string(),
  userId: z.string(),
  account: z.string(),
  asset: z.string(),
  network: z.nullable(z.string()),
  networkName: z.nullable(z.string()),
  address: z.string(),
  /** What arrives, and what was kept of it as a fee. */
  pays: decimalText,
  fee: decimalText,
  /** Who carries it out: "manual" is an operator, "evm" the exchange. */
  adapter: z.string(),
  state: z.enum(['ordered', 'paid', 'failed']),
  transaction: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  orderedAtMs: instantMs,
  endedAtMs: z.nullable(instantMs),
  /** Who entered how it went. */
  operator: z.nullable(z.string()),
  /** What the exchange sent for it; null: nothing. */
  sending: z.nullable(
    z.object({
      /** Decided by the chain: `failed` is mined without having paid, `lost`: another transaction has its nonce. */
      state: z.enum(['live', 'paid', 'failed', 'lost']),
      /** The wallet that pays. */
      wallet: z.string(),
      nonce: z.int(),
      /** That is in a block, else the newest that was sent. */
      transaction: z.string(),
      /** How many were written for it: each after the first offers more. */
      transactions: z.int(),
      /** What the newest offers for one unit of gas at most, in gwei. */
      maxFeeGwei: decimalText,
      /** null: in no block. */
      confirmations: z.nullable(z.int()),
      needed: z.int(),
      /** When the chain was asked last. */
      lookedAtMs: instantMs,
    }),
  ),
  /** Why the exchange has not begun to send it: its wallet is short, the fee is above the limit, the chain would refuse it. */
  waitsFor: z.nullable(z.enum(['funds', 'fee', 'refused'])),
  /** The exchange has not begun to send it, or the chain says that what was sent can never pay it: an operator may pay it by hand. */
  mayBeHandedOver: z.boolean(),
});
export type PayoutShown = z.infer<typeof payout>;

/** Those that wait, oldest first; `any`: newest first. */
export const payoutsList = {
  request: z.strictObject({ state: z.optional(z.enum(['ordered', 'any'])), ...listing }),
  response: listed(payout),
};
/** It was paid: the transaction on the chain. Said again with the same one it changes nothing. */
export const payoutsPaid = {
  request: z.strictObject({ id: rowId, transaction: z.string().check(z.trim(), z.regex(/^[!-~]{4,128}$/)) }),
  response: payout,
};
/** The card that an ordered payout goes to, whole. It is written down who looked. */
export const payoutsCard = {
  request: z.strictObject({ id: rowId }),
  response: z.object({ cardNumber: z.string(), holderName: z.string(), bankName: z.string() }),
};
/** It cannot be paid: the person has the money back, and reads why. */
export const payoutsFail = { request: z.strictObject({ id: rowId, reason }), response: payout };
/** From now on an operator pays it by hand. Said again it changes nothing. */
export const payoutsHandOver = { request: z.strictObject({ id: rowId }), response: payout };
