/** Seconds contracts: terms, quote, order, result and the proof that anybody can recompute. */
import * as z from 'zod/mini';
import { feedDay, incident, proofWitnesses, tick, tickAnchor } from './market';
import { orderReceipt, sending } from './receipt';
import {
  accountMode,
  askedInstant,
  assetId,
  decimalText,
  direction,
  id,
  instantMs,
  nextPage,
  orderPaging,
  positiveText,
  request,
  symbolId,
  uuid,
  wholeNumber,
} from './wire';

export const duration = z.object({
  seconds: z.int(),
  /** 0.85: a right order gets its stake and 85 % of it. */
  payoutRate: positiveText,
  /** 0.02: charged on top of the stake at acceptance. */
  feeRate: positiveText,
  stakeMin: positiveText,
  stakeMax: positiveText,
});
export type Duration = z.infer<typeof duration>;
export const durations = {
  request: request({ symbol: symbolId }),
  response: z.object({ asset: assetId, ruleVersion: z.int(), durations: z.array(duration) }),
};
export const payableCurrencies = {
  request: request({ symbol: z.optional(symbolId) }),
  response: z.object({ mode: accountMode, items: z.array(z.object({ asset: assetId, available: positiveText })) }),
};

/** Terms that the server stands by until expiresAtMs. */
export const secondsQuote = z.object({
  quoteId: z.string(),
  symbol: symbolId,
  seconds: z.int(),
  price: positiveText,
  priceSeq: z.int(),
  payoutRate: positiveText,
  feeRate: positiveText,
  ruleVersion: z.int(),
  expiresAtMs: instantMs,
});
export type SecondsQuote = z.infer<typeof secondsQuote>;
export const secondsTerms = { request: request({ symbol: symbolId, seconds: wholeNumber }), response: secondsQuote };

export const orderTick = z.object({ seq: z.int(), atMs: instantMs, price: positiveText });
export type OrderTick = z.infer<typeof orderTick>;
export const secondsStatus = z.enum(['accepted', 'running', 'settling', 'settled']);
export type SecondsStatus = z.infer<typeof secondsStatus>;
export const secondsOutcome = z.enum(['won', 'lost', 'equal', 'void']);
export type SecondsOutcome = z.infer<typeof secondsOutcome>;
export const voidReason = z.enum(['no_entry_tick', 'too_few_ticks', 'exit_tick_too_old', 'incident']);
export type VoidReason = z.infer<typeof voidReason>;

export const secondsOrder = z.object({
  id,
  clientOrderId: uuid,
  mode: accountMode,
  symbol: symbolId,
  direction,
  seconds: z.int(),
  asset: assetId,
  stake: positiveText,
  fee: positiveText,
  payoutRate: positiveText,
  feeRate: positiveText,
  ruleVersion: z.int(),
  status: secondsStatus,
  acceptedAtMs: instantMs,
  expiresAtMs: instantMs,
  entry: z.nullable(orderTick),
  exit: z.nullable(orderTick),
  /** The tick after the exit: its existence shows that no later tick could have changed the exit. */
  next: z.nullable(orderTick),
  outcome: z.nullable(secondsOutcome),
  voidReason: z.nullable(voidReason),
  /** What came back at settlement: stake + payout, stake + fee, or 0. */
  returned: z.nullable(positiveText),
  /** returned - stake - fee. */
  profit: z.nullable(decimalText),
  settledAtMs: z.nullable(instantMs),
  receipt: orderReceipt,
});
export type SecondsOrder = z.infer<typeof secondsOrder>;

const submitRequest = request({
  /** Made by the client when the form opens: a repeat is the same order. */
  clientOrderId: uuid,
  quoteId: z.string().check(z.maxLength(400)),
  symbol: symbolId,
  direction,
  seconds: wholeNumber,
  stake: positiveText,
  asset: assetId,
  ...sending,
});
export const secondsSubmit = { request: submitRequest, response: secondsOrder };
const listRequest = request({
  status: z.enum(['open', 'closed']),
  symbol: z.optional(symbolId),
  fromMs: z.optional(askedInstant),
  toMs: z.optional(askedInstant),
  ...orderPaging,
});
const list = z.object({
  items: z.array(secondsOrder),
  page: z.int(),
  pageSize: z.int(),
  total: z.int(),
  totals: z.object({ stake: decimalText, fee: decimalText, profit: decimalText, won: z.int(), lost: z.int(), returned: z.int() }),
  next: nextPage,
});
export const secondsOrders = { request: listRequest, response: list };
export const secondsFind = { request: request({ clientOrderId: uuid }), response: z.object({ order: z.nullable(secondsOrder) }) };

/** Everything needed to recompute a result: the order's inputs, the whole run of ticks with hashes, anchors and the feed's day. */
const ownProof = z.object({
  order: secondsOrder,
  rule: z.object({
    version: z.int(),
    entryWithinMs: z.int(),
    minTicksBetween: z.int(),
    exitMaxAgeMs: z.int(),
    decideAfterMs: z.int(),
  }),
  /** The head of the log at acceptance: the entry comes after it. Absent of orders under version 1. */
  acceptedSeq: z.optional(z.int()),
  /** Decimals of the order's asset: fee and return are rounded there. */
  assetScale: z.int(),
  /**
   * From the tick before acceptance to the tick after the exit, without a gap, and on to the first tick that an anchor
   * names, so that a published root covers the run.
   */
  ticks: z.array(tick),
  anchors: z.array(tickAnchor),
  witnessed: z.optional(proofWitnesses),
  feedDay: z.nullable(feedDay),
  /** The published incident that voided the order. */
  incident: z.nullable(incident),
});
export type OwnSecondsProof = z.infer<typeof ownProof>;

/**
 * What a refund that is less than stake and fee was set off against: the holder's other contracts, of the same account mode and asset,
 * that the incident meets. `won`: the proofs of those that gained most, without witnesses; `others`: the rest, as far as they count, each
 * with the incident that voided it. At most 20, and 200 together.
 */
export const setOff = z.object({
  won: z.array(ownProof),
  others: z.array(z.object({ order: secondsOrder, incident: z.nullable(incident) })),
});
export type SetOff = z.infer<typeof setOff>;
/** `setOff`: where less than stake and fee came back. */
export const secondsProof = z.extend(ownProof, { setOff: z.optional(setOff) });
export type SecondsProof = z.infer<typeof secondsProof>;
export const secondsProve = { request: request({ orderId: id }), response: secondsProof };
