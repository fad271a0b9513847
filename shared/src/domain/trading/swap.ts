/**
 * What holding a position over night costs (below zero) or brings. Nights are counted at the symbol's rollover minute of
 * the UTC day; the night of `tripleWeekday` counts three times, because the following delivery spans a weekend.
 */
import { divide, isNegative, multiply, amount, rate, toText, type Amount, type Rate } from '../money';
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
