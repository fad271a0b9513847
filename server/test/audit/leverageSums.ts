/** The formulas of docs/trading.md on exact figures. What a person gets is rounded down, what a person owes up; a loss counts as owed. */
import type { LeverageRow, LoggedTick } from './evidence';
import { askAt, bidAt } from './bookOfTick';
import {
  ceilAt,
  compared,
  exact,
  floorAt,
  isBelowZero,
  lesser,
  minus,
  negative,
  nought,
  plus,
  quotientCeil,
  quotientFloor,
  sumOf,
  times,
  type Exact,
} from './exact';

export const moneyScale = 6;
const one = exact(1);

type Sized = Pick<LeverageRow, 'contractSize' | 'direction' | 'spreadBelow' | 'spreadAbove'>;

export const openingSide = (order: Sized, price: Exact): Exact =>
  order.direction === 'long' ? askAt(price, exact(order.spreadAbove)) : bidAt(price, exact(order.spreadBelow));
export const closingSide = (order: Sized, price: Exact): Exact =>
  order.direction === 'long' ? bidAt(price, exact(order.spreadBelow)) : askAt(price, exact(order.spreadAbove));

export const notionalAt = (order: Sized, lots: Exact, price: Exact, divisor: Exact): Exact =>
  quotientCeil(times(times(lots, exact(order.contractSize)), price), divisor, moneyScale);
export const marginFor = (notional: Exact, leverage: number): Exact => quotientCeil(notional, exact(leverage), moneyScale);
export const feeFor = (notional: Exact, rate: string): Exact => ceilAt(times(notional, exact(rate)), moneyScale);

export function profitAt(order: Sized, lots: Exact, open: Exact, close: Exact, divisor: Exact): Exact {
  const move = order.direction === 'long' ? minus(close, open) : minus(open, close);
  return quotientFloor(times(times(lots, exact(order.contractSize)), move), divisor, moneyScale);
}

export const releasedBy = (margin: Exact, lots: Exact, openLots: Exact): Exact =>
  compared(lots, openLots) >= 0 ? margin : quotientFloor(times(margin, lots), openLots, moneyScale);

/** open ∓ (margin - opening notional × maintenance rate) ÷ quantity, towards the holder; undefined where no price is that low. */
export function liquidationAt(order: LeverageRow, open: Exact, margin: Exact, lots: Exact): Exact | undefined {
  const quantity = times(lots, exact(order.contractSize));
  const left = minus(margin, times(times(quantity, open), exact(order.maintenanceRate)));
  const at = order.direction === 'long' ? minus(times(open, quantity), left) : plus(times(open, quantity), left);
  const price = order.direction === 'long' ? quotientFloor(at, quantity, order.digits) : quotientCeil(at, quantity, order.digits);
  return price.units > 0n ? price : undefined;
}

export interface Paid {
  /** What the contract account gains. */
  readonly credit: Exact;
  readonly fee: Exact;
  readonly insured: Exact;
}
/** `behind`: what else may be used up. */
export function settled(released: Exact, profit: Exact, fee: Exact, behind: Exact): Paid {
  const left = sumOf([released, profit, behind]);
  if (isBelowZero(left)) return { credit: negative(behind), fee: nought, insured: negative(left) };
  const taken = lesser(fee, left);
  return { credit: minus(plus(released, profit), taken), fee: taken, insured: nought };
}

/** Of all nights together, before anybody asks whether there is money for it. Below zero is owed. */
export function swapFor(order: LeverageRow, lots: Exact, price: Exact, divisor: Exact, nights: number): Exact {
  const perNight = times(exact(order.swapPerNight), exact(nights));
  if (order.swapMode === 'rate') return floorAt(times(notionalAt(order, lots, price, divisor), perNight), moneyScale);
  const points = times(times(lots, exact(order.contractSize)), perNight);
  return quotientFloor({ units: points.units, places: points.places + order.digits }, divisor, moneyScale);
}

const dayMs = 86_400_000;
/** Rollovers in (fromMs, toMs] with how many nights each counts. */
export function nightsBetween(
  order: Pick<LeverageRow, 'rolloverMinute' | 'tripleWeekday'>,
  fromMs: number,
  toMs: number,
): { readonly atMs: number; readonly nights: number }[] {
  const found: { atMs: number; nights: number }[] = [];
  const offsetMs = order.rolloverMinute * 60_000;
  for (let day = Math.floor(fromMs / dayMs) - 1; day * dayMs + offsetMs <= toMs; day += 1) {
    const atMs = day * dayMs + offsetMs;
    if (atMs <= fromMs) continue;
    const weekday = new Date(atMs).getUTCDay();
    const isWeekend = weekday === 0 || weekday === 6;
    const nights = order.tripleWeekday === null ? 1 : isWeekend ? 0 : weekday === order.tripleWeekday ? 3 : 1;
    if (nights > 0) found.push({ atMs, nights });
  }
  return found;
}

/** What each standing price means at a tick. */
export const isTakeProfitAt = (order: Sized, stop: Exact, tick: LoggedTick): boolean =>
  compared(closingSide(order, tick.price), stop) * (order.direction === 'long' ? 1 : -1) >= 0;
export const isStopLossAt = (order: Sized, stop: Exact, tick: LoggedTick): boolean =>
  compared(closingSide(order, tick.price), stop) * (order.direction === 'long' ? 1 : -1) <= 0;
export const isLiquidationAt = (order: Sized, stop: Exact, tick: LoggedTick): boolean =>
  compared(tick.price, stop) * (order.direction === 'long' ? 1 : -1) <= 0;
export const isLimitAt = (order: Sized, limit: Exact, tick: LoggedTick): boolean =>
  compared(openingSide(order, tick.price), limit) * (order.direction === 'long' ? 1 : -1) <= 0;
/** Worse than the price that was seen by more than its tolerance. */
export function hasMovedAway(order: LeverageRow, tick: LoggedTick): boolean {
  if (order.seenPrice === null) return false;
  const seen = exact(order.seenPrice);
  const tolerance = floorAt(times(seen, exact(order.toleratedMove)), 18);
  const at = openingSide(order, tick.price);
  return order.direction === 'long' ? compared(at, plus(seen, tolerance)) > 0 : compared(at, minus(seen, tolerance)) < 0;
}
export const noDivisor = one;
