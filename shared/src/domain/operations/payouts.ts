/** What operators pay by hand: withdrawals that are approved. */
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
  adapter: z.string(),
  state: z.enum(['ordered', 'paid', 'failed']),
  transaction: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  orderedAtMs: instantMs,
  endedAtMs: z.nullable(instantMs),
  /** Who entered how it went. */
  operator: z.nullable(z.string()),
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
/** It cannot be paid: the person has the money back, and reads why. */
export const payoutsFail = { request: z.strictObject({ id: rowId, reason }), response: payout };
