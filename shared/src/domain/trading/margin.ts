/**
 * When a position ends against its holder's will. Isolated margin: at the price where what is left of the position's
 * margin is its maintenance margin (a share of the opening notional). Cross margin: when the equity of all cross positions
 * falls to the stop-out level of their margin.
 */
import type { Direction } from '../contract/wire';
import {
  add,
  compare,
  divide,
  isNegative,
  isPositive,
  isZero,
  multiply,
  price,
  round,
  subtract,
  toText,
  type Amount,
  type Price,
  type Rate,
} from '../money';
import { exactScale, type Size } from './position';

export interface IsolatedPosition extends Size {
  readonly direction: Direction;
  readonly openPrice: Price;
  /** What stands behind it now, in quote units (USDT). */
  readonly margin: Amount;
  readonly maintenanceRate: Rate;
  /** Decimals of a price. */
  readonly digits: number;
}

/**
 * Long: open - (margin - maintenance) ÷ quantity; short: open + the same. Rounded away from the market, in the holder's
 * favour. undefined where the price would not be above zero.
 */
export function liquidationPriceOf({
  direction,
  openPrice,
  margin,
  maintenanceRate,
  lots,
  contractSize,
  digits,
}: IsolatedPosition): Price | undefined {
  const quantity = multiply(lots, contractSize, exactScale, 'down');
  const maintenance = multiply(multiply(quantity, openPrice, exactScale, 'up'), maintenanceRate, exactScale, 'up');
  const left = subtract(margin, maintenance);
  // Less than the maintenance margin is left: the price lies beyond the opening, and the holder's favour is the other side of it.
  const room = price(toText(divide(left, quantity, digits, isNegative(left) ? 'down' : 'up')));
  const at = round(
    direction === 'long' ? subtract(openPrice, room) : add(openPrice, room),
    digits,
    direction === 'long' ? 'down' : 'up',
  );
  return isPositive(at) ? at : undefined;
}

/** Judged by the tick's price itself, without the spread. */
export const isLiquidated = (direction: Direction, tickPrice: Price, liquidationPrice: Price): boolean =>
  direction === 'long' ? compare(tickPrice, liquidationPrice) <= 0 : compare(tickPrice, liquidationPrice) >= 0;

/** equity ÷ margin: 1 is 100 %. undefined without margin. */
export const marginLevelOf = (equity: Amount, margin: Amount): Rate | undefined =>
  isZero(margin) ? undefined : divide(equity, margin, 6, 'down');

/** equity <= margin × level, without a division. */
export const isAtLevel = (equity: Amount, margin: Amount, level: Rate): boolean =>
  !isZero(margin) && compare(equity, multiply(margin, level, exactScale, 'down')) <= 0;

/** What remains when the present equity shrinks to the stop-out level: what a cross account can still lose. */
export const lossUntilLevel = (equity: Amount, margin: Amount, level: Rate): Amount =>
  subtract(equity, multiply(margin, level, exactScale, 'up'));
