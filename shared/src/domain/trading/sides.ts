/** The two prices at which a leveraged position is opened and closed: the tick's price with the published spread. */
import type { Direction } from '../contract/wire';
import { add, subtract, type Price } from '../money';

export interface Spread {
  /** bid = price - below. */
  readonly below: Price;
  /** ask = price + above. */
  readonly above: Price;
}

export const askOf = (tickPrice: Price, spread: Spread): Price => add(tickPrice, spread.above);
/** A price as small as its own spread has no room below; the bid is then the price itself. */
export function bidOf(tickPrice: Price, spread: Spread): Price {
  const bid = subtract(tickPrice, spread.below);
  return bid.gt('0') ? bid : tickPrice;
}

/** A long opens at the ask and closes at the bid, a short the other way round. */
export const openingPrice = (direction: Direction, tickPrice: Price, spread: Spread): Price =>
  direction === 'long' ? askOf(tickPrice, spread) : bidOf(tickPrice, spread);
export const closingPrice = (direction: Direction, tickPrice: Price, spread: Spread): Price =>
  direction === 'long' ? bidOf(tickPrice, spread) : askOf(tickPrice, spread);
