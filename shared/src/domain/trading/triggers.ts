/** Which tick decides what. Pure: the server asks these to act, the browser to check. */
import type { Direction } from '../contract/wire';
import { compare, type Price } from '../money';
import { closingPrice, openingPrice, type Spread } from './sides';
import { isLiquidated } from './margin';

/** A pending limit is met: a long can open at the limit or below, a short at it or above. */
export function isLimitMet(direction: Direction, limitPrice: Price, tickPrice: Price, spread: Spread): boolean {
  const side = compare(openingPrice(direction, tickPrice, spread), limitPrice);
  return direction === 'long' ? side <= 0 : side >= 0;
}

/** Judged by the price at which the position would close. */
export function isTakeProfitMet(direction: Direction, takeProfit: Price, tickPrice: Price, spread: Spread): boolean {
  const side = compare(closingPrice(direction, tickPrice, spread), takeProfit);
  return direction === 'long' ? side >= 0 : side <= 0;
}

export function isStopLossMet(direction: Direction, stopLoss: Price, tickPrice: Price, spread: Spread): boolean {
  const side = compare(closingPrice(direction, tickPrice, spread), stopLoss);
  return direction === 'long' ? side <= 0 : side >= 0;
}

export interface Stops {
  readonly direction: Direction;
  readonly takeProfit: Price | undefined;
  readonly stopLoss: Price | undefined;
  /** Isolated positions only. */
  readonly liquidationPrice: Price | undefined;
}
export type StopKind = 'liquidation' | 'stop_loss' | 'take_profit';

/** What a tick does to an open position. When one tick meets several, the first of this order counts. */
export function stopMet(stops: Stops, tickPrice: Price, spread: Spread): StopKind | undefined {
  const { direction, takeProfit, stopLoss, liquidationPrice } = stops;
  if (liquidationPrice !== undefined && isLiquidated(direction, tickPrice, liquidationPrice)) return 'liquidation';
  if (stopLoss !== undefined && isStopLossMet(direction, stopLoss, tickPrice, spread)) return 'stop_loss';
  if (takeProfit !== undefined && isTakeProfitMet(direction, takeProfit, tickPrice, spread)) return 'take_profit';
  return undefined;
}

/** Has the price moved against the person by more than `tolerance` since it was seen? */
export function hasMovedAgainst(isBuying: boolean, seen: Price, now: Price, tolerance: Price): boolean {
  const allowed = isBuying ? seen.plus(tolerance) : seen.minus(tolerance);
  return isBuying ? now.gt(allowed) : now.lt(allowed);
}
