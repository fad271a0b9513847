/**
 * A stop in other words: as a share of the margin (ROI), as profit or loss in USDT, as a distance in pips. A stop is a
 * closing price. On the way to a price it is rounded to the tick in the holder's favour: what was asked for is reached.
 */
import type { Direction } from '../contract/wire';
import {
  add,
  amount,
  divide,
  isNegative,
  isPositive,
  isZero,
  multiply,
  price,
  rate,
  round,
  subtract,
  toText,
  type Amount,
  type Price,
  type Rate,
} from '../money';
import { exactScale, profitOf, unitsOf, type Size, type Valuation } from './position';

export interface PositionOfStop extends Size {
  readonly direction: Direction;
  readonly openPrice: Price;
  readonly margin: Amount;
  /** Decimals of a price. */
  readonly digits: number;
  readonly pipSize: Price;
  readonly valuation: Valuation;
}

/** Below zero is a loss. undefined where the price would not be above zero. */
export function stopFromProfit(
  { direction, openPrice, digits, valuation, ...size }: Omit<PositionOfStop, 'margin' | 'pipSize'>,
  profit: Amount,
): Price | undefined {
  const inQuote = multiply(profit, valuation.divisor, exactScale, 'down');
  return moved(
    direction,
    openPrice,
    price(toText(divide(inQuote, unitsOf(size), 18, isNegative(inQuote) ? 'down' : 'up'))),
    digits,
  );
}

/** 0.5 is a profit of half the margin, -0.5 a loss of it. */
export const stopFromPercent = (position: Omit<PositionOfStop, 'pipSize'>, share: Rate): Price | undefined =>
  stopFromProfit(position, multiply(position.margin, share, exactScale, 'down'));

/** Above zero: into profit. */
export const stopFromPips = (
  { direction, openPrice, digits, pipSize }: Pick<PositionOfStop, 'direction' | 'openPrice' | 'digits' | 'pipSize'>,
  pips: Rate,
): Price | undefined => moved(direction, openPrice, multiply(pipSize, pips, exactScale, 'down'), digits);

function moved(direction: Direction, openPrice: Price, move: Price, digits: number): Price | undefined {
  const isLong = direction === 'long';
  const at = round(isLong ? add(openPrice, move) : subtract(openPrice, move), digits, isLong ? 'up' : 'down');
  return isPositive(at) ? at : undefined;
}

/** What closing at the stop earns, before the fee. */
export const profitOfStop = (
  { direction, openPrice, valuation, ...size }: Omit<PositionOfStop, 'margin' | 'pipSize' | 'digits'>,
  stop: Price,
): Amount => profitOf(direction, size, openPrice, stop, valuation);

/** At four decimals; undefined without margin. */
export const percentOfStop = (position: Omit<PositionOfStop, 'pipSize' | 'digits'>, stop: Price): Rate | undefined =>
  isZero(position.margin) ? undefined : divide(profitOfStop(position, stop), position.margin, 4, 'halfEven');

export function pipsOfStop(
  { direction, openPrice, pipSize }: Pick<PositionOfStop, 'direction' | 'openPrice' | 'pipSize'>,
  stop: Price,
): Rate {
  const move = direction === 'long' ? subtract(stop, openPrice) : subtract(openPrice, stop);
  return rate(toText(divide(amount(toText(move)), pipSize, 4, 'halfEven')));
}
