/**
 * What holding a position over night costs (below zero) or brings. Nights are counted at the symbol's rollover minute of
 * the UTC day; the night of `tripleWeekday` counts three times, because the following delivery spans a weekend.
 */
import { compare, divide, isNegative, multiply, amount, rate, toText, type Amount, type Rate } from '../money';
import { exactScale, unitsOf, type Size, type Valuation } from './position';

export interface SwapTerms {
  /** 'points': price points for each base unit; 'rate': share of the notional. */
  readonly mode: 'points' | 'rate';
  /** Of the position's direction. */
  readonly perNight: Rate;
  /** Decimals of a price: one point is its last digit. */
  readonly digits: number;
}

const pointScale = (digits: number): Rate => rate(digits === 0 ? '1' : `0.${'0'.repeat(digits - 1)}1`);

/** `notional` at the rollover, in USDT, for 'rate'; charges are rounded up, credits down. */
export function swapOf(terms: SwapTerms, size: Size, notional: Amount, nights: number, { divisor, scale }: Valuation): Amount {
  const perNight = multiply(terms.perNight, amount(String(nights)), exactScale, 'down');
  if (terms.mode === 'rate') return multiply(notional, perNight, scale, isNegative(perNight) ? 'up' : 'down');
  const inQuote = multiply(multiply(unitsOf(size), perNight, exactScale, 'down'), pointScale(terms.digits), exactScale, 'down');
  return amount(toText(divide(inQuote, divisor, scale, isNegative(inQuote) ? 'up' : 'down')));
}

/** 0 Sunday … 6 Saturday, of the instant's UTC day. */
const weekdayOf = (atMs: number): number => new Date(atMs).getUTCDay();

/** How many nights the rollover at `rolloverMs` counts: none at weekends where a triple day makes up for them. */
export function nightsAt(rolloverMs: number, tripleWeekday: number | undefined): number {
  if (tripleWeekday === undefined) return 1;
  const weekday = weekdayOf(rolloverMs);
  if (weekday === 0 || weekday === 6) return 0;
  return weekday === tripleWeekday ? 3 : 1;
}

const dayMs = 86_400_000;
/** The rollovers in (fromMs, toMs], ascending. */
export function rolloversBetween(fromMs: number, toMs: number, rolloverMinute: number): number[] {
  const offsetMs = rolloverMinute * 60_000;
  const rollovers: number[] = [];
  for (let at = Math.floor((fromMs - offsetMs) / dayMs + 1) * dayMs + offsetMs; at <= toMs; at += dayMs) rollovers.push(at);
  return rollovers;
}

export interface NightTerms {
  readonly mode: SwapTerms['mode'];
  readonly swapLong: Rate;
  readonly swapShort: Rate;
  readonly tripleWeekday: number | undefined;
  /** Share of the notional, at opening and at closing. */
  readonly feeRate: Rate;
  /** Points between bid and ask. */
  readonly spreadSteps: number;
}

/**
 * The most that a night may bring without paying for a position that is held for one second over it, whatever the price and
 * the leverage. Points are measured against the spread alone, shares of the notional against both fees alone: as the price
 * falls the fee vanishes beside the points, as it rises the spread vanishes beside the notional.
 */
export function maxSwapOf({ mode, tripleWeekday, feeRate, spreadSteps }: Omit<NightTerms, 'swapLong' | 'swapShort'>): Rate {
  const roundTrip = mode === 'points' ? rate(String(spreadSteps)) : multiply(feeRate, rate('2'), exactScale, 'down');
  return rate(toText(divide(roundTrip, rate(tripleWeekday === undefined ? '1' : '3'), 12, 'down')));
}

/** Does the dearest night of the week bring more than opening and closing cost? */
export function isPaidForANight(terms: NightTerms): boolean {
  const most = maxSwapOf(terms);
  return compare(terms.swapLong, most) > 0 || compare(terms.swapShort, most) > 0;
}
