/** An order as the rules see it: exact figures, and nothing of how it is stored. */
import type { CancelReason, CloseReason, Direction, MarginMode, PositionStatus } from '@tessera/shared/contract';
import { amount, multiply, price, rate, toText, type Amount, type Price, type Rate } from '@tessera/shared/money';
import type { ClosingMargin, Spread } from '@tessera/shared/trading';
import type { Selectable, Updateable } from 'kysely';
import type { LeverageOrderTable, SwapMode } from './tables';

export type OrderRow = Selectable<LeverageOrderTable>;

/** A price, and the instant since which it stands: ticks after it can meet it. */
export interface ArmedTrigger {
  readonly price: Price;
  readonly sinceMs: number;
}

export interface LeveragedOrder {
  readonly id: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly marginMode: MarginMode;
  readonly lots: Amount;
  readonly leverage: number;
  /** A limit order's; market orders have `seen` instead. */
  readonly limitPrice: Price | undefined;
  /** What the person saw, and how far the price may have moved against it. */
  readonly seen: { readonly price: Price; readonly tolerance: Price } | undefined;
  readonly contractSize: Amount;
  readonly digits: number;
  readonly feeRate: Rate;
  readonly maintenanceRate: Rate;
  readonly stopOutLevel: Rate;
  readonly spread: Spread;
  readonly divisorSymbol: string | undefined;
  readonly swapMode: SwapMode;
  readonly swapPerNight: Rate;
  readonly tripleWeekday: number | undefined;
  readonly rolloverMinute: number;
  readonly ruleVersion: number;
  readonly closingMargin: ClosingMargin | undefined;
  readonly acceptedAtMs: number;

  readonly status: PositionStatus;
  readonly openLots: Amount;
  readonly margin: Amount;
  readonly feeHold: Amount;
  readonly fee: Amount;
  readonly swap: Amount;
  readonly profit: Amount;
  readonly insured: Amount;
  readonly pricePerLot: Amount;
  readonly opened: { readonly price: Price; readonly seq: number; readonly atMs: number } | undefined;
  readonly takeProfit: ArmedTrigger | undefined;
  readonly stopLoss: ArmedTrigger | undefined;
  readonly liquidation: ArmedTrigger | undefined;
  /** A close that the person asked for. */
  readonly closing: { readonly lots: Amount; readonly askedAtMs: number } | undefined;
  readonly closings: number;
  /** Sum of price × lots over the closings. */
  readonly closeTurnover: Amount;
  readonly closeReason: CloseReason | undefined;
  readonly cancelReason: CancelReason | undefined;
  readonly closedAtMs: number | undefined;
  readonly nextSwapMs: number | undefined;
}

export const isOpen = (order: LeveragedOrder): boolean => order.status === 'open' || order.status === 'closing';
export const isCross = (order: LeveragedOrder): boolean => order.marginMode === 'cross';

const toleranceScale = 18;
/** How far a price may move against the one that was seen. */
export const toleranceOf = (seen: Price, toleratedMove: Rate): Price => multiply(seen, toleratedMove, toleranceScale, 'down');

const toTrigger = (text: string | null, sinceMs: number | null): ArmedTrigger | undefined =>
  text === null || sinceMs === null ? undefined : { price: price(text), sinceMs };

export function toLeveragedOrder(row: OrderRow): LeveragedOrder {
  const seenPrice = row.seenPrice === null ? undefined : price(row.seenPrice);
  return {
    id: row.id,
    symbol: row.symbolId,
    direction: row.direction,
    marginMode: row.marginMode,
    lots: amount(row.lots),
    leverage: row.leverage,
    limitPrice: row.limitPrice === null ? undefined : price(row.limitPrice),
    seen: seenPrice === undefined ? undefined : { price: seenPrice, tolerance: toleranceOf(seenPrice, rate(row.toleratedMove)) },
    contractSize: amount(row.contractSize),
    digits: row.digits,
    feeRate: rate(row.feeRate),
    maintenanceRate: rate(row.maintenanceRate),
    stopOutLevel: rate(row.stopOutLevel),
    spread: { below: price(row.spreadBelow), above: price(row.spreadAbove) },
    divisorSymbol: row.divisorSymbol ?? undefined,
    swapMode: row.swapMode,
    swapPerNight: rate(row.swapPerNight),
    tripleWeekday: row.tripleWeekday ?? undefined,
    rolloverMinute: row.rolloverMinute,
    ruleVersion: row.ruleVersion,
    closingMargin: row.closingMargin ?? undefined,
    acceptedAtMs: row.acceptedAtMs,
    status: row.status,
    openLots: amount(row.openLots),
    margin: amount(row.margin),
    feeHold: amount(row.feeHold),
    fee: amount(row.fee),
    swap: amount(row.swap),
    profit: amount(row.profit),
    insured: amount(row.insured),
    pricePerLot: amount(row.pricePerLot),
    opened:
      row.openPrice === null || row.openedSeq === null || row.openedAtMs === null
        ? undefined
        : { price: price(row.openPrice), seq: row.openedSeq, atMs: row.openedAtMs },
    takeProfit: toTrigger(row.takeProfit, row.tpSinceMs),
    stopLoss: toTrigger(row.stopLoss, row.slSinceMs),
    liquidation: toTrigger(row.liquidationPrice, row.liquidationSinceMs),
    closing:
      row.closingLots === null || row.closeAskedAtMs === null
        ? undefined
        : { lots: amount(row.closingLots), askedAtMs: row.closeAskedAtMs },
    closings: row.closings,
    closeTurnover: amount(row.closeTurnover),
    closeReason: row.closeReason ?? undefined,
    cancelReason: row.cancelReason ?? undefined,
    closedAtMs: row.closedAtMs ?? undefined,
    nextSwapMs: row.nextSwapMs ?? undefined,
  };
}

/** The columns that the rules change. */
export const toChangedColumns = (order: LeveragedOrder): Updateable<LeverageOrderTable> => ({
  status: order.status,
  openLots: toText(order.openLots),
  margin: toText(order.margin),
  feeHold: toText(order.feeHold),
  fee: toText(order.fee),
  swap: toText(order.swap),
  profit: toText(order.profit),
  insured: toText(order.insured),
  pricePerLot: toText(order.pricePerLot),
  openPrice: order.opened === undefined ? null : toText(order.opened.price),
  openedSeq: order.opened?.seq ?? null,
  openedAtMs: order.opened?.atMs ?? null,
  takeProfit: textOf(order.takeProfit),
  tpSinceMs: order.takeProfit?.sinceMs ?? null,
  stopLoss: textOf(order.stopLoss),
  slSinceMs: order.stopLoss?.sinceMs ?? null,
  liquidationPrice: textOf(order.liquidation),
  liquidationSinceMs: order.liquidation?.sinceMs ?? null,
  closingLots: order.closing === undefined ? null : toText(order.closing.lots),
  closeAskedAtMs: order.closing?.askedAtMs ?? null,
  closings: order.closings,
  closeTurnover: toText(order.closeTurnover),
  closeReason: order.closeReason ?? null,
  cancelReason: order.cancelReason ?? null,
  closedAtMs: order.closedAtMs ?? null,
  nextSwapMs: order.nextSwapMs ?? null,
});
const textOf = (trigger: ArmedTrigger | undefined): string | null => (trigger === undefined ? null : toText(trigger.price));
