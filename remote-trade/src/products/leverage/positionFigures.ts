/** What an open position is worth at a quote. An estimate for its holder: a closing is decided by the server's tick. */
import type { LeverageOrder } from '@tessera/shared/contract';
import { add, amount, divide, isZero, zero, type Amount, type Price, type Rate } from '@tessera/shared/money';
import { closingPrice, floatingProfitOf, openPositionOf, type Valuation } from '@tessera/shared/trading';

export interface PositionFigures {
  /** The price at which it would close now. */
  readonly mark: Price;
  readonly profit: Amount;
  /** Of its margin. */
  readonly rate: Rate | undefined;
}

/** undefined for an order that has not opened. */
export function positionFigures(order: LeverageOrder, tickPrice: Price, valuation: Valuation): PositionFigures | undefined {
  const position = openPositionOf(order);
  if (position === undefined) return undefined;
  const profit = floatingProfitOf(position, tickPrice, valuation);
  return {
    mark: closingPrice(position.direction, tickPrice, position.spread),
    profit,
    rate: isZero(position.margin) ? undefined : divide(profit, position.margin, 4, 'down'),
  };
}

/** The sum, or undefined when one of them is not known: a total with a hole is a guess. */
export const sumKnown = (amounts: readonly (Amount | undefined)[]): Amount | undefined =>
  amounts.reduce<Amount | undefined>((sum, next) => (sum === undefined || next === undefined ? undefined : add(sum, next)), zero);

export const sumMargins = (orders: readonly LeverageOrder[]): Amount =>
  orders.reduce((sum, { margin }) => add(sum, amount(margin)), zero);
