/** Flash exchange: one asset into another at a price that stands for ten seconds, and is taken once. */
import * as z from 'zod/mini';
import { feedDay, incident, proofWitnesses, tick, tickAnchor } from './market';
import { orderReceipt } from './receipt';
import { assetId, id, instantMs, nextPage, orderPaging, positiveText, request, symbolId } from './wire';

/** The tick that prices an asset in USDT. */
const flashTick = z.object({ symbol: symbolId, seq: z.int(), atMs: instantMs, price: positiveText });

/** What is agreed to. `received` is after the fee; `rate` is what one unit given is worth, before it, cut to 18 decimals. */
const flashTerms = {
  quoteId: id,
  from: assetId,
  to: assetId,
  given: positiveText,
  received: positiveText,
  rate: positiveText,
  /** In units of `to`. */
  fee: positiveText,
  feeRate: positiveText,
  /** Shares that the price of each asset gives way by; 0 of USDT. */
  fromSpread: positiveText,
  toSpread: positiveText,
  /** Null of USDT, in which prices are. */
  fromTick: z.nullable(flashTick),
  toTick: z.nullable(flashTick),
  quotedAtMs: instantMs,
  /** The last instant at which it can be taken. */
  expiresAtMs: instantMs,
  ruleVersion: z.int(),
  /** The version of the published terms. */
  catalogVersion: z.int(),
};
const flashQuote = z.object(flashTerms);
export type FlashQuote = z.infer<typeof flashQuote>;
const flashOrder = z.object({ ...flashTerms, id, atMs: instantMs, receipt: orderReceipt });
export type FlashOrder = z.infer<typeof flashOrder>;

/** What can be exchanged, and on what terms; with both assets and an amount given also a quote, which is kept until it is taken or over. */
export const flashList = {
  request: request({ from: z.optional(assetId), to: z.optional(assetId), amount: z.optional(positiveText) }),
  response: z.object({
    assets: z.array(
      z.object({
        asset: assetId,
        /** Bounds of what is given, in its own units. */
        min: positiveText,
        max: positiveText,
        spread: positiveText,
        /** Of what is received, where this asset is. */
        feeRate: positiveText,
        /** Decimals of an amount. */
        scale: z.int(),
      }),
    ),
    quote: z.nullable(flashQuote),
  }),
};
export type FlashAsset = z.infer<typeof flashList.response>['assets'][number];
export const flash = { request: request({ quoteId: id }), response: flashOrder };
/** Newest first. */
export const flashHistory = {
  request: request({ ...orderPaging }),
  response: z.object({ items: z.array(flashOrder), page: z.int(), pageSize: z.int(), next: nextPage }),
};

/** Everything needed to recompute one exchange: what was agreed to, and the log from each tick that prices it on. */
export const flashProof = z.object({
  order: flashOrder,
  assetScales: z.object({ from: z.int(), to: z.int() }),
  /** Of one market or of two; of each gapless and ascending, from the tick that prices on to the next anchored one. */
  ticks: z.array(tick),
  anchors: z.array(tickAnchor),
  witnessed: z.optional(proofWitnesses),
  /** Of the first tick's market. */
  feedDay: z.nullable(feedDay),
  /** Published incidents that meet the ticks: what was exchanged before they were published stands. */
  incidents: z.array(incident),
});
export type FlashProof = z.infer<typeof flashProof>;
export const flashProve = { request: request({ id }), response: flashProof };
