/**
 * Spot orders on crypto. An order never meets another person's order: it is filled against the published book of a stored
 * tick (trading/orderBook), from the first tick after its acceptance on.
 */
import * as z from 'zod/mini';
import { feedDay, incident, proofWitnesses, tick, tickAnchor } from './market';
import { orderReceipt, requestReceipts, sending } from './receipt';
import {
  askedInstant,
  assetId,
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

export const entrustment = z.enum(['limit', 'market']);
export type Entrustment = z.infer<typeof entrustment>;
export const side = z.enum(['buy', 'sell']);
export type Side = z.infer<typeof side>;
export const spotStatus = z.enum(['new', 'partial', 'filled', 'cancelling', 'cancelled', 'rejected']);
export type SpotStatus = z.infer<typeof spotStatus>;
/** Why an order ended before it was filled whole. */
export const spotEndReason = z.enum(['user', 'slippage_cap', 'price_moved', 'no_tick']);
export type SpotEndReason = z.infer<typeof spotEndReason>;

export const spotFill = z.object({
  id,
  /** The tick whose book was met. */
  seq: z.int(),
  atMs: instantMs,
  tickPrice: positiveText,
  /** Average over the levels taken. */
  price: positiveText,
  quantity: positiveText,
  total: positiveText,
  fee: positiveText,
});
export type SpotFill = z.infer<typeof spotFill>;
export const spotOrder = z.object({
  id,
  clientOrderId: uuid,
  symbol: symbolId,
  side,
  entrustment,
  /** The limit; null for a market order. */
  price: z.nullable(positiveText),
  /** Base units asked; null for a market order by total. */
  quantity: z.nullable(positiveText),
  /** Quote units asked: a market buy by total; null otherwise. */
  total: z.nullable(positiveText),
  filled: positiveText,
  filledTotal: positiveText,
  averagePrice: z.nullable(positiveText),
  /** So far, in feeAsset: the quote asset, on top of a purchase and off a sale. */
  fee: positiveText,
  feeRate: positiveText,
  feeAsset: assetId,
  /** What still waits in coin_hold. */
  frozen: positiveText,
  frozenAsset: assetId,
  status: spotStatus,
  endReason: z.nullable(spotEndReason),
  acceptedAtMs: instantMs,
  updatedAtMs: instantMs,
  fills: z.array(spotFill),
  receipt: orderReceipt,
  requests: requestReceipts,
});
export type SpotOrder = z.infer<typeof spotOrder>;

/** What a ticket needs to know before it is filled in. */
export const spotTerms = {
  request: request({ symbol: symbolId }),
  response: z.object({
    symbol: symbolId,
    quantityMin: positiveText,
    quantityStep: positiveText,
    quantityMax: positiveText,
    tickSize: positiveText,
    /** Quote units. */
    totalMin: positiveText,
    feeRate: positiveText,
    /** A limit may differ from the latest price by this share at most. */
    priceBand: positiveText,
    /** A market order takes no level further from the tick's price than this share. */
    slippageCap: positiveText,
    /** How far the price may have moved since the person saw it before being asked again. */
    toleratedMove: positiveText,
    ruleVersion: z.int(),
  }),
};
export type SpotTerms = z.infer<typeof spotTerms.response>;

export const spotSubmit = {
  request: request({
    clientOrderId: uuid,
    symbol: symbolId,
    side,
    entrustment,
    /** Limit orders. */
    price: z.optional(positiveText),
    /** Base units: all but a market buy by total. */
    quantity: z.optional(positiveText),
    /** Quote units: a market buy. */
    total: z.optional(positiveText),
    /** Market orders: the price the person saw and confirmed. */
    seenPrice: z.optional(positiveText),
    ...sending,
  }),
  response: spotOrder,
};
export const spotCancel = { request: request({ id }), response: spotOrder };
export const spotFind = { request: request({ clientOrderId: uuid }), response: z.object({ order: z.nullable(spotOrder) }) };
export const spotOrders = {
  request: request({
    status: z.enum(['open', 'history']),
    symbol: z.optional(symbolId),
    side: z.optional(side),
    fromMs: z.optional(askedInstant),
    toMs: z.optional(askedInstant),
    ...orderPaging,
  }),
  response: z.object({
    items: z.array(spotOrder),
    page: z.int(),
    pageSize: z.int(),
    total: z.int(),
    /** Over all pages, in quote units. */
    totals: z.object({ bought: positiveText, sold: positiveText, fee: positiveText }),
    next: nextPage,
  }),
};

/** Bids descending, asks ascending, each [price, base units]. */
export const bookLevel = z.tuple([positiveText, positiveText]);
export const publicTrade = z.object({ seq: z.int(), atMs: instantMs, price: positiveText, quantity: positiveText, side });
export type PublicTrade = z.infer<typeof publicTrade>;
export const depth = {
  request: request({ symbol: symbolId }),
  response: z.object({
    symbol: symbolId,
    seq: z.int(),
    atMs: instantMs,
    bids: z.array(bookLevel),
    asks: z.array(bookLevel),
    /** True where the feed brings no depth and the book follows from the tick by the published model. */
    isModelled: z.boolean(),
  }),
};
export type Depth = z.infer<typeof depth.response>;
/** Newest first. */
export const recentTrades = {
  request: request({ symbol: symbolId, limit: z.optional(wholeNumber.check(z.gte(1), z.lte(100))) }),
  response: z.object({ symbol: symbolId, trades: z.array(publicTrade), isModelled: z.boolean() }),
};

/** Everything needed to recompute one fill: the order, the run of ticks up to the one that decided, the terms of the book. */
export const spotProof = z.object({
  order: spotOrder,
  fillId: id,
  book: z.object({
    digits: z.int(),
    spreadSteps: z.int(),
    levelQuantity: positiveText,
    quantityStep: positiveText,
    ruleVersion: z.int(),
  }),
  /** Market orders: how far from the tick's price a level may be, and the tick from the price seen, each as a share. */
  bounds: z.object({ slippageCap: positiveText, toleratedMove: positiveText, seenPrice: z.nullable(positiveText) }),
  assetScales: z.object({ base: z.int(), quote: z.int() }),
  /** Gapless and ascending, up to the deciding tick and on to the next anchored one. */
  ticks: z.array(tick),
  /** The run begins before the order's acceptance: it shows that no earlier tick could have filled it. */
  isRunComplete: z.boolean(),
  anchors: z.array(tickAnchor),
  witnessed: z.optional(proofWitnesses),
  feedDay: z.nullable(feedDay),
  /** Published incidents that meet the run: their ticks decide nothing. */
  incidents: z.array(incident),
});
export type SpotProof = z.infer<typeof spotProof>;
export const spotProve = { request: request({ fillId: id }), response: spotProof };
