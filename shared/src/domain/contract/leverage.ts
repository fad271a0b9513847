/**
 * Leveraged positions on crypto (isolated margin), forex and metals (cross margin). Every opening and closing is a deal,
 * decided by one stored tick: a market order and a close by the first one after acceptance, a limit, take-profit,
 * stop-loss or liquidation by the first one that meets it.
 */
import * as z from 'zod/mini';
import { feedDay, incident, proofWitnesses, tick, tickAnchor } from './market';
import { orderReceipt, receipt, requestReceipts, sending } from './receipt';
import { entrustment } from './spot';
import { contractSummary } from './wallet';
import {
  askedInstant,
  assetClass,
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

/** Isolated: a position can lose its own margin. Cross: the positions of the account stand for one another. */
export const marginMode = z.enum(['isolated', 'cross']);
export type MarginMode = z.infer<typeof marginMode>;
/** Position states in the order that trading systems of this family number them. */
export const positionStatus = z.enum(['pending', 'open', 'closing', 'closed', 'cancelled']);
export type PositionStatus = z.infer<typeof positionStatus>;
export const closeReason = z.enum(['user', 'take_profit', 'stop_loss', 'liquidation', 'stop_out', 'set_off']);
export type CloseReason = z.infer<typeof closeReason>;
/** Why a pending order ended without a position: by the person, the price ran away, no tick came, the margin was gone. */
export const cancelReason = z.enum(['user', 'price_moved', 'no_tick', 'margin']);
export type CancelReason = z.infer<typeof cancelReason>;

/** Before a market closes for long: positions of a higher leverage count as at this one, in the spans of every week and on dates. */
export const closingMargin = z.object({
  leverage: z.int(),
  /** [from, to) in minutes after Sunday 00:00 UTC. */
  spans: z.array(z.tuple([z.int(), z.int()])),
  /** Before closings for holidays: [from, to) in minutes since 1970. Left out where there is none. */
  dates: z.optional(z.array(z.tuple([z.int(), z.int()]))),
});

export const leverageDeal = z.object({
  id,
  orderId: id,
  symbol: symbolId,
  direction,
  kind: z.enum(['open', 'close']),
  /** null on an opening. */
  reason: z.nullable(closeReason),
  lots: positiveText,
  /** The tick's price with the spread of the deal's side. */
  price: positiveText,
  tickSeq: z.int(),
  tickAtMs: instantMs,
  tickPrice: positiveText,
  /** Quote units per USDT at the deciding instant: 1 for USDT and USD, the USD-JPY price for JPY. */
  divisor: positiveText,
  notional: positiveText,
  /** Margin taken by an opening, released by a closing. */
  margin: positiveText,
  fee: positiveText,
  /** Price difference only; null on an opening. */
  profit: z.nullable(decimalText),
  /** What insurance paid because the loss was larger than what stood behind the position. */
  insured: positiveText,
  atMs: instantMs,
});
export type LeverageDeal = z.infer<typeof leverageDeal>;

export const leverageOrder = z.object({
  id,
  clientOrderId: uuid,
  symbol: symbolId,
  assetClass,
  direction,
  entrustment,
  marginMode,
  /** Lots asked, and those that are open now. */
  lots: positiveText,
  openLots: positiveText,
  leverage: z.int(),
  contractSize: positiveText,
  /** Notional of one lot in USDT, at the opening price or, while pending, the limit. */
  pricePerLot: positiveText,
  openPrice: z.nullable(positiveText),
  limitPrice: z.nullable(positiveText),
  /** Average over all closings; null before the first. */
  closePrice: z.nullable(positiveText),
  /** Held now: of the open lots, or reserved by a pending order. */
  margin: positiveText,
  /** Paid so far for opening and closing, and the rate: of the notional, at each. */
  fee: positiveText,
  feeRate: positiveText,
  maintenanceRate: positiveText,
  /** Left out where the margin is never raised. */
  closingMargin: z.optional(closingMargin),
  spreadBelow: positiveText,
  spreadAbove: positiveText,
  /** Overnight swaps so far: below zero was paid. */
  swap: decimalText,
  takeProfit: z.nullable(positiveText),
  stopLoss: z.nullable(positiveText),
  /** Isolated only; null where no price could lead there. */
  liquidationPrice: z.nullable(positiveText),
  /** Sum over the closings: price differences - all fees + swaps; null before the first. Floating profit is the client's to compute. */
  realizedProfit: z.nullable(decimalText),
  status: positionStatus,
  closeReason: z.nullable(closeReason),
  cancelReason: z.nullable(cancelReason),
  acceptedAtMs: instantMs,
  openedAtMs: z.nullable(instantMs),
  closedAtMs: z.nullable(instantMs),
  receipt: orderReceipt,
  requests: requestReceipts,
});
export type LeverageOrder = z.infer<typeof leverageOrder>;

export const leverageTerms = {
  request: request({ symbol: symbolId }),
  response: z.object({
    symbol: symbolId,
    marginMode,
    /** Ascending. */
    leverages: z.array(z.int()),
    lotMin: positiveText,
    lotStep: positiveText,
    lotMax: positiveText,
    contractSize: positiveText,
    digits: z.int(),
    pipSize: positiveText,
    /** Of the notional, at opening and at closing. */
    feeRate: positiveText,
    /** ask = price + above, bid = price - below. */
    spreadBelow: positiveText,
    spreadAbove: positiveText,
    /** Isolated: liquidation when what is left of the margin is this share of the opening notional. */
    maintenanceRate: positiveText,
    /** Cross: warning and stop-out at these margin levels (1 is 100 %). */
    marginCallLevel: positiveText,
    stopOutLevel: positiveText,
    /** 'points': price points a night; 'rate': share of the notional a night. Below zero is paid by the holder. */
    swapMode: z.enum(['points', 'rate']),
    swapLong: decimalText,
    swapShort: decimalText,
    /** Minute of the UTC day at which a night is counted; weekday (0 Sunday) whose night counts three times. */
    rolloverMinute: z.int(),
    tripleWeekday: z.nullable(z.int()),
    /** The symbol whose price turns the quote currency into USDT; null where no conversion is needed. */
    divisorSymbol: z.nullable(symbolId),
    toleratedMove: positiveText,
    /** Pending and open positions of a person, of all symbols together, beyond which no further one is accepted. */
    maxPositions: z.int(),
    /** What an order is worth at least, in the account's asset. */
    minNotional: positiveText,
    /** Ascending by leverage: up to it, the person's pending and open positions of the symbol are together worth at most that. */
    exposureLimits: z.array(z.object({ leverage: z.int(), notional: positiveText })),
    /** Left out where the margin is never raised. */
    closingMargin: z.optional(closingMargin),
    ruleVersion: z.int(),
    /** Of the person's account in the present mode. */
    account: contractSummary,
  }),
};
export type LeverageTerms = z.infer<typeof leverageTerms.response>;
export const leverageSubmit = {
  request: request({
    clientOrderId: uuid,
    symbol: symbolId,
    direction,
    entrustment,
    lots: positiveText,
    leverage: wholeNumber,
    limitPrice: z.optional(positiveText),
    /** Market orders: the executable price that the person saw and confirmed. */
    seenPrice: z.optional(positiveText),
    takeProfit: z.optional(positiveText),
    stopLoss: z.optional(positiveText),
    ...sending,
  }),
  response: leverageOrder,
};
/** Without lots: all of them. */
export const leverageClose = { request: request({ id, lots: z.optional(positiveText) }), response: leverageOrder };
/** A stop that is left out stays as it is; null removes it. */
export const leverageSetStop = {
  request: request({
    id,
    takeProfit: z.optional(z.nullable(positiveText)),
    stopLoss: z.optional(z.nullable(positiveText)),
    /** The client's own id of the request, which its receipt names; repeats under it are one request. */
    requestId: z.optional(uuid),
  }),
  response: leverageOrder,
};
export const leverageCancel = { request: request({ id }), response: leverageOrder };
/** close: every open position (of a symbol, an asset class); cancel: every pending order. */
export const leverageCloseAll = {
  request: request({
    symbol: z.optional(symbolId),
    family: z.optional(z.enum(['crypto', 'forex'])),
    action: z.enum(['close', 'cancel']),
  }),
  response: z.object({
    count: z.int(),
    /** One of each order; left out of answers from before requests were signed. */
    receipts: z.optional(z.array(receipt)),
  }),
};
export const leverageFind = {
  request: request({ clientOrderId: uuid }),
  response: z.object({ order: z.nullable(leverageOrder) }),
};
export const leverageDetail = {
  request: request({ id }),
  response: z.object({ order: leverageOrder, deals: z.array(leverageDeal) }),
};
export const leverageOrders = {
  request: request({
    status: z.enum(['pending', 'open', 'history']),
    symbol: z.optional(symbolId),
    direction: z.optional(direction),
    fromMs: z.optional(askedInstant),
    toMs: z.optional(askedInstant),
    ...orderPaging,
  }),
  response: z.object({
    items: z.array(leverageOrder),
    page: z.int(),
    pageSize: z.int(),
    total: z.int(),
    /** Over all pages. */
    totals: z.object({ margin: positiveText, fee: positiveText, swap: decimalText, realizedProfit: decimalText }),
    next: nextPage,
  }),
};

/** A night that was booked on a position. */
export const leverageSwap = z.object({
  rolloverMs: instantMs,
  nights: z.int(),
  /** Below zero was paid. */
  amount: decimalText,
  /** The part that the free balance could not pay and that the margin paid. */
  fromMargin: positiveText,
  /** What it was valued at: the last ticks at or before the rollover. Absent of nights that named none. */
  tick: z.optional(tick),
  divisorTick: z.optional(tick),
});
export type LeverageSwap = z.infer<typeof leverageSwap>;

/** That a tick was the last live one of its symbol at or before an instant: the run from it to the head of a root after the instant. */
export const lastTickRun = z.object({
  atMs: instantMs,
  /** Gapless and ascending, from the tick on. */
  ticks: z.array(tick),
  /** Its head of the symbol is the run's last tick. null: no root after the instant is written yet. */
  anchor: z.nullable(tickAnchor),
  /** Published incidents of the symbol that meet the run: their ticks decide nothing. */
  incidents: z.array(incident),
});
export type LastTickRun = z.infer<typeof lastTickRun>;

/** Everything needed to recompute one deal. */
export const leverageProof = z.object({
  order: leverageOrder,
  deal: leverageDeal,
  ruleVersion: z.int(),
  digits: z.int(),
  assetScale: z.int(),
  /** What was asked for when: the stop or limit that the deciding tick met, with the instant from which it stood. */
  trigger: z.object({
    kind: z.enum(['market', 'limit', 'close', 'take_profit', 'stop_loss', 'liquidation', 'stop_out', 'set_off']),
    /** Of a market order: the price that the person saw. */
    price: z.nullable(positiveText),
    sinceMs: instantMs,
  }),
  /** How far the price of a market order may be off the one seen, as a share of it. */
  toleratedMove: positiveText,
  /** The order's deals before this one, oldest first, and the nights up to it: what was open, and the margin behind it. */
  earlier: z.array(leverageDeal),
  swaps: z.array(leverageSwap),
  /** What the order was accepted under for each night. Absent of proofs that were saved before they named it. */
  nightTerms: z.optional(
    z.object({
      mode: z.enum(['points', 'rate']),
      /** Of the order's direction. Below zero is paid. */
      perNight: decimalText,
      /** 0 Sunday … 6 Saturday: counts three nights, and the weekend none. */
      tripleWeekday: z.nullable(z.int()),
    }),
  ),
  /** Gapless and ascending, up to the deciding tick and on to the next anchored one. */
  ticks: z.array(tick),
  /** The run begins before `sinceMs`: it shows that no earlier tick could have decided. */
  isRunComplete: z.boolean(),
  /** The conversion's tick, where there is one. */
  divisorTick: z.nullable(tick),
  /**
   * Stop-out: the account as it stood, every cross position at its own latest tick. Set-off: the position that lacked money,
   * then the opposite ones with the lots that ended with it, all at the deciding tick; nothing free stands behind them.
   */
  account: z.nullable(
    z.object({
      free: decimalText,
      /**
       * Stop-out: the record of the contract account before its own, with the balance that it left (`walletDetail`); number 0 with 0
       * where it has none. Absent of proofs from before.
       */
      before: z.optional(z.object({ version: z.int(), balance: decimalText })),
      stopOutLevel: positiveText,
      /** At which the account was judged: of one of the positions, or of its conversion. */
      tick,
      /** In the order in which they were closed. */
      positions: z.array(
        z.object({
          orderId: id,
          symbol: symbolId,
          direction,
          lots: positiveText,
          contractSize: positiveText,
          openPrice: positiveText,
          margin: positiveText,
          /** With the order's `closingMargin`: what the margin counts as at the tick. */
          leverage: z.optional(z.int()),
          closingMargin: z.optional(closingMargin),
          feeRate: positiveText,
          spreadBelow: positiveText,
          spreadAbove: positiveText,
          tick,
          divisor: positiveText,
          divisorTick: z.nullable(tick),
        }),
      ),
    }),
  ),
  /**
   * One of each conversion at its instant: of the deal, of the account's other positions, of the newest nights. Absent of proofs from
   * before; one whose run is too long, or forgotten in parts, is left out.
   */
  conversions: z.optional(z.array(lastTickRun)),
  anchors: z.array(tickAnchor),
  witnessed: z.optional(proofWitnesses),
  feedDay: z.nullable(feedDay),
  /** Published incidents that meet the run: their ticks decide nothing. */
  incidents: z.array(incident),
});
export type LeverageProof = z.infer<typeof leverageProof>;
export const leverageProve = { request: request({ dealId: id }), response: leverageProof };
