/** What a margin counts as: in the minutes before a closing of hours, a higher leverage counts as the terms' lower one. */
import { exact, over, rounded, times, whole, type Exact } from './Exact';

export interface ClosingMargin {
  readonly leverage: number;
  /** [from, to) in minutes after Sunday 00:00 UTC. */
  readonly spans: readonly (readonly [number, number])[];
  /** [from, to) in minutes since 1970. */
  readonly dates?: readonly (readonly [number, number])[];
}

export function countsAs(
  { margin, leverage = 1, closingMargin }: { margin: string; leverage?: number; closingMargin?: ClosingMargin },
  atMs: number,
): Exact {
  if (closingMargin === undefined || leverage <= closingMargin.leverage) return exact(margin);
  const at = new Date(atMs);
  const minute = at.getUTCDay() * 1440 + at.getUTCHours() * 60 + at.getUTCMinutes();
  const isInWeek = closingMargin.spans.some(([from, to]) => from <= minute && minute < to);
  const isOnDate = (closingMargin.dates ?? []).some(([from, to]) => from * 60_000 <= atMs && atMs < to * 60_000);
  if (!isInWeek && !isOnDate) return exact(margin);
  return rounded(over(times(exact(margin), whole(leverage)), whole(closingMargin.leverage)), 18, 'up');
}
