/**
 * What an opening and a closing cost and bring, and who pays what is missing. Formulas are those of shared/trading; here
 * they meet what stands behind a position: its own margin (isolated), or the free balance as well (cross).
 */
import { add, amount, compare, divide, isNegative, min, multiply, negate, toText, zero, type Amount, type Price } from '@tessera/shared/money';
import { liquidationPriceOf, marginOf, notionalOf, profitOf, tradeFeeOf } from '@tessera/shared/trading';
import type { LeveragedOrder, StandingPrice } from './leveragedOrder';

export interface Opening {
  readonly notional: Amount;
  readonly margin: Amount;
  readonly fee: Amount;
  readonly pricePerLot: Amount;
}

type Sized = Pick<LeveragedOrder, 'contractSize' | 'leverage' | 'feeRate'>;

export function openingOf(order: Sized, lots: Amount, at: Price, divisor: Price, scale: number): Opening {
  const { contractSize } = order;
  const notional = notionalOf({ lots, contractSize }, at, { divisor, scale });
  return {
    notional,
    margin: marginOf(notional, order.leverage, scale),
    fee: tradeFeeOf(notional, order.feeRate, scale),
    pricePerLot: notionalOf({ lots: oneLot, contractSize }, at, { divisor, scale }),
  };
}
const oneLot = amount('1');
const exactScale = 36;

export interface Closing {
  readonly notional: Amount;
  readonly profit: Amount;
  readonly fee: Amount;
  /** The part of the margin that stood behind these lots. */
  readonly released: Amount;
}

export function closingOf(order: LeveragedOrder, openPrice: Price, lots: Amount, at: Price, divisor: Price, scale: number): Closing {
  const size = { lots, contractSize: order.contractSize };
  const notional = notionalOf(size, at, { divisor, scale });
  return {
    notional,
    profit: profitOf(order.direction, size, openPrice, at, { divisor, scale }),
    fee: tradeFeeOf(notional, order.feeRate, scale),
    released: compare(lots, order.openLots) === 0 ? order.margin : amount(toText(divide(multiply(order.margin, lots, exactScale, 'down'), order.openLots, scale, 'down'))),
  };
}

export interface ClosingSettlement {
  /** What the contract account gains; below zero only for cross, and never more than it has. */
  readonly credit: Amount;
  /** Taken as far as money is left. */
  readonly fee: Amount;
  readonly insured: Amount;
}

/** `behind`: free balance that may be used up, zero for isolated positions. */
export function settlementOfClosing({ released, profit, fee }: Pick<Closing, 'released' | 'profit' | 'fee'>, behind: Amount): ClosingSettlement {
  const left = add(add(released, profit), behind);
  if (isNegative(left)) return { credit: negate(behind), fee: zero, insured: negate(left) };
  const taken = min(fee, left);
  return { credit: add(add(released, profit), negate(taken)), fee: taken, insured: zero };
}

/** Isolated positions only; cross positions end by the margin level of the account. */
export function liquidationOf(order: LeveragedOrder, openPrice: Price, sinceMs: number): StandingPrice | undefined {
  if (order.marginMode !== 'isolated') return undefined;
  const at = liquidationPriceOf({
    direction: order.direction, openPrice, margin: order.margin, maintenanceRate: order.maintenanceRate, lots: order.openLots,
    contractSize: order.contractSize, digits: order.digits,
  });
  return at === undefined ? undefined : { price: at, sinceMs };
}

/** price × lots, for the average over several closings. */
export const turnoverOf = (at: Price, lots: Amount): Amount => multiply(lots, at, 18, 'halfEven');
