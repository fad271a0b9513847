/**
 * What a leveraged position is worth, costs and earns. All results are in USDT at `scale` decimals. What the user receives
 * is rounded down, what the user owes is rounded up. A symbol quoted in another currency is converted by `divisor`: quote
 * units per USDT (1 for USDT and USD; the USD-JPY price for anything quoted in JPY).
 */
import type { Direction } from '../contract/wire';
import {
  compare,
  divide,
  isNegative,
  multiply,
  price,
  subtract,
  toText,
  amount,
  type Amount,
  type Exact,
  type Price,
  type Rate,
  type Rounding,
} from '../money';

export interface Size {
  readonly lots: Amount;
  /** Base units of one lot. */
  readonly contractSize: Amount;
}

export interface Valuation {
  readonly divisor: Price;
  /** Decimals of the account's asset. */
  readonly scale: number;
}

/** Enough for any product of the figures above: nothing is rounded before the last step. */
export const exactScale = 36;
export const noDivisor: Price = price('1');

/** Base units. */
export const unitsOf = ({ lots, contractSize }: Size): Amount => multiply(lots, contractSize, exactScale, 'down');
const converted = (quoteUnits: Exact, { divisor, scale }: Valuation, rounding: Rounding): Amount =>
  amount(toText(divide(quoteUnits, divisor, scale, rounding)));

/** lots × contract size × price, in USDT, rounded up: fee and margin are shares of it. */
export const notionalOf = (size: Size, at: Price, valuation: Valuation): Amount =>
  converted(multiply(unitsOf(size), at, exactScale, 'up'), valuation, 'up');

/** notional ÷ leverage, rounded up. */
export const marginOf = (notional: Amount, leverage: number, scale: number): Amount =>
  amount(toText(divide(notional, amount(String(leverage)), scale, 'up')));

/** notional × rate, rounded up. */
export const tradeFeeOf = (notional: Amount, feeRate: Rate, scale: number): Amount => multiply(notional, feeRate, scale, 'up');

/** (close - open) × direction × lots × contract size, converted at the close: gains rounded down, losses up. */
export function profitOf(direction: Direction, size: Size, open: Price, close: Price, valuation: Valuation): Amount {
  const move = direction === 'long' ? subtract(close, open) : subtract(open, close);
  const inQuote = multiply(unitsOf(size), move, exactScale, 'down');
  return converted(inQuote, valuation, isNegative(inQuote) ? 'up' : 'down');
}

/** What a closing of `lots` releases of the margin that stands behind `openLots`: its share, rounded down; the last takes all. */
export const releasedMarginOf = (margin: Amount, lots: Amount, openLots: Amount, scale: number): Amount =>
  compare(lots, openLots) >= 0
    ? margin
    : amount(toText(divide(multiply(margin, lots, exactScale, 'down'), openLots, scale, 'down')));
