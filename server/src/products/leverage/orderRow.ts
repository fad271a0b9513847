/** An order and a deal as the wire shows them. */
import type { LeverageDeal, LeverageOrder, ReceiptTerms } from '@tessera/shared/contract';
import { closingMarginText, leverageTermsOf } from '@tessera/shared/fairness';
import { add, amount, divide, price, rate, subtract, toText } from '@tessera/shared/money';
import type { ClosingMargin } from '@tessera/shared/trading';
import type { Selectable } from 'kysely';
import type { OrderRow } from './leveragedOrder';
import type { LeverageDealTable } from './tables';

export type DealRow = Selectable<LeverageDealTable>;

const amountText = (text: string): string => toText(amount(text));
const priceText = (text: string): string => toText(price(text));
const optional = (text: string | null): string | null => (text === null ? null : priceText(text));

export function presentOrder(row: OrderRow): LeverageOrder {
  return {
    id: String(row.id),
    clientOrderId: row.clientOrderId,
    symbol: row.symbolId,
    assetClass: row.assetClass,
    direction: row.direction,
    entrustment: row.entrustment,
    marginMode: row.marginMode,
    lots: amountText(row.lots),
    openLots: amountText(row.openLots),
    leverage: row.leverage,
    contractSize: amountText(row.contractSize),
    pricePerLot: amountText(row.pricePerLot),
    openPrice: optional(row.openPrice),
    limitPrice: optional(row.limitPrice),
    closePrice: closePriceOf(row),
    margin: amountText(row.margin),
    fee: amountText(row.fee),
    feeRate: toText(rate(row.feeRate)),
    maintenanceRate: toText(rate(row.maintenanceRate)),
    ...(row.closingMargin === null ? {} : { closingMargin: presentClosingMargin(row.closingMargin) }),
    spreadBelow: priceText(row.spreadBelow),
    spreadAbove: priceText(row.spreadAbove),
    swap: amountText(row.swap),
    takeProfit: optional(row.takeProfit),
    stopLoss: optional(row.stopLoss),
    liquidationPrice: optional(row.liquidationPrice),
    realizedProfit: row.closings === 0 ? null : toText(add(subtract(amount(row.profit), amount(row.fee)), amount(row.swap))),
    status: row.status,
    closeReason: row.closeReason,
    cancelReason: row.cancelReason,
    acceptedAtMs: row.acceptedAtMs,
    openedAtMs: row.openedAtMs,
    closedAtMs: row.closedAtMs,
  };
}

/** What a receipt says of it, as it was accepted: all that was agreed to, what is held, and the price it was judged by. */
export const receiptTermsOf = (row: OrderRow): ReceiptTerms => ({
  ...leverageTermsOf(presentOrder(row)),
  mode: row.mode,
  asset: row.asset,
  seenPrice: optional(row.seenPrice),
  takeProfit: optional(row.takeProfit),
  stopLoss: optional(row.stopLoss),
  margin: amountText(row.margin),
  feeHold: amountText(row.feeHold),
  stopOutLevel: toText(rate(row.stopOutLevel)),
  toleratedMove: toText(rate(row.toleratedMove)),
  divisorSymbol: row.divisorSymbol,
  swapMode: row.swapMode,
  swapPerNight: toText(amount(row.swapPerNight)),
  tripleWeekday: row.tripleWeekday,
  rolloverMinute: row.rolloverMinute,
  digits: row.digits,
  ruleVersion: row.ruleVersion,
  catalogVersion: row.catalogVersion,
  closingMargin: closingMarginText(presentOrder(row)),
  acceptedPrice: priceText(row.acceptedPrice),
  signsRequests: true,
  showsLastTicks: true,
});

export const presentClosingMargin = ({ leverage, spans, dates }: ClosingMargin): NonNullable<LeverageOrder['closingMargin']> => ({
  leverage,
  spans: spans.map(([from, to]) => [from, to]),
  ...(dates === undefined ? {} : { dates: dates.map(([from, to]): [number, number] => [from, to]) }),
});

/** The average over all closings, weighted by lots. */
function closePriceOf(row: OrderRow): string | null {
  if (row.closings === 0) return null;
  return toText(divide(amount(row.closeTurnover), subtract(amount(row.lots), amount(row.openLots)), row.digits, 'halfEven'));
}

export const presentDeal = (row: DealRow): LeverageDeal => ({
  id: String(row.id),
  orderId: String(row.orderId),
  symbol: row.symbolId,
  direction: row.direction,
  kind: row.kind,
  reason: row.reason,
  lots: amountText(row.lots),
  price: priceText(row.price),
  tickSeq: row.tickSeq,
  tickAtMs: row.tickAtMs,
  tickPrice: priceText(row.tickPrice),
  divisor: priceText(row.divisor),
  notional: amountText(row.notional),
  margin: amountText(row.margin),
  fee: amountText(row.fee),
  profit: row.profit === null ? null : amountText(row.profit),
  insured: amountText(row.insured),
  atMs: row.atMs,
});
