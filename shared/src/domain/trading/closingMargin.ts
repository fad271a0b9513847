/**
 * The margin before a market closes for long. In the last minutes before it a position counts as if it had been opened at the lower
 * leverage of the terms: an account that could not bear a gap ends while there are prices, and not at the reopening.
 */
import { amount, divide, multiply, toText, type Amount } from '../money';
import { spansOfWeek, weekMs, weekStartOf, type WeeklyHours } from '../time';
import { exactScale } from './position';

export interface ClosingMargin {
  readonly leverage: number;
  /** [from, to), ascending and apart. */
  readonly spans: WeeklyHours;
  /** Before closings for holidays: [from, to) in minutes since 1970, ascending. */
  readonly dates?: WeeklyHours | undefined;
}
type Raised = Pick<ClosingMargin, 'spans' | 'dates'>;

const minuteMs = 60_000;

export function isMarginRaised({ spans, dates = [] }: Raised, atMs: number): boolean {
  const isWithin = (hours: WeeklyHours, minute: number): boolean => hours.some(([from, to]) => minute >= from && minute < to);
  return isWithin(spans, (atMs - weekStartOf(atMs)) / minuteMs) || isWithin(dates, atMs / minuteMs);
}

/** margin × leverage ÷ the lower leverage while the margin is raised, rounded up; else the margin itself. */
export function requiredMarginOf(
  {
    margin,
    leverage,
    closingMargin,
  }: { readonly margin: Amount; readonly leverage: number; readonly closingMargin: ClosingMargin | undefined },
  atMs: number,
): Amount {
  if (closingMargin === undefined || leverage <= closingMargin.leverage || !isMarginRaised(closingMargin, atMs)) return margin;
  const whole = multiply(margin, amount(String(leverage)), exactScale, 'up');
  return amount(toText(divide(whole, amount(String(closingMargin.leverage)), 18, 'up')));
}

/** The span that is on, or the next one if it begins within `aheadMs`. */
export function raisedWithin(
  { spans, dates = [] }: Raised,
  nowMs: number,
  aheadMs: number,
): { readonly fromMs: number; readonly toMs: number } | undefined {
  const weekStartMs = weekStartOf(nowMs);
  return [...[weekStartMs, weekStartMs + weekMs].flatMap((startMs) => spansOfWeek(spans, startMs)), ...spansOfWeek(dates, 0)]
    .toSorted((one, other) => one.fromMs - other.fromMs)
    .find(({ fromMs, toMs }) => nowMs < toMs && fromMs <= nowMs + aheadMs);
}
