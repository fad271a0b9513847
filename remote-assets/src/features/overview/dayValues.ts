/** The days that are shown, oldest first: every one of them, also those of which nothing is known. */
import type { EndpointResponse } from '@tessera/shared/contract';
import { amount, toText } from '@tessera/shared/money';
import { valueChangeOf } from '@tessera/shared/trading';

type History = EndpointResponse<'walletHistory'>;

const dayMs = 86_400_000;
const shownDays = 30;

export interface DayValue {
  /** Midnight UTC at which it began. */
  readonly startMs: number;
  readonly value: string | null;
}

export function dayValues({ dayStartMs, days }: History): readonly DayValue[] {
  const byEnd = new Map(days.map(({ endMs, value }) => [endMs, value]));
  return Array.from({ length: shownDays }, (_, index) => {
    const endMs = dayStartMs - (shownDays - 1 - index) * dayMs;
    return { startMs: endMs - dayMs, value: byEnd.get(endMs) ?? null };
  });
}

export interface TodayChange {
  readonly change: string;
  /** null: there was nothing at the start. */
  readonly rate: string | null;
}

/** undefined where the total, or what it was as the day began, is not known. */
export function todayChange(total: string | null, { dayStartMs, days }: History, nowMs: number): TodayChange | undefined {
  const start = days.find(({ endMs }) => endMs === dayStartMs)?.value;
  // Another day has begun since the server was asked.
  if (total === null || start === undefined || nowMs >= dayStartMs + dayMs) return undefined;
  const { change, rate } = valueChangeOf(amount(total), amount(start));
  return { change: toText(change), rate: rate === undefined ? null : toText(rate) };
}
