/**
 * When a market trades. A calendar is a list of weekly windows in minutes after Sunday 00:00 UTC, without daylight
 * saving, and of the holidays on which it stays closed or closes early. No window at all means always open.
 * The last minutes before a close are "closing": positions may be closed, nothing new is opened.
 */
import type { MarketState } from '@tessera/shared/contract';
import { weekMs, weekStartOf, withoutHolidays, type Holidays } from '@tessera/shared/time';

export interface MarketCalendar {
  readonly id: string;
  /** [open, close) in minutes after Sunday 00:00 UTC, ascending and apart; undefined: never closes. */
  readonly weeklyWindows: readonly (readonly [openMinute: number, closeMinute: number])[] | undefined;
  /** In which it is closed whatever its windows say. */
  readonly holidays?: Holidays;
  /** The margin counts for more before closings for holidays too. */
  readonly hasHolidayMargin?: boolean;
  readonly closingMinutes: number;
}

export interface MarketStatus {
  readonly state: MarketState;
  /** When the state changes next; undefined for a market that never closes. */
  readonly nextChangeAtMs: number | undefined;
}

const minuteMs = 60_000;

/** Longer than any market stays closed. */
const lookAheadMs = 5 * weekMs;

export function marketStatus(calendar: MarketCalendar, nowMs: number): MarketStatus {
  if (calendar.weeklyWindows === undefined) return { state: 'trading', nextChangeAtMs: undefined };
  for (const [openAtMs, closeAtMs] of spansFrom(calendar, weekStartOf(nowMs), nowMs + lookAheadMs)) {
    const closingAtMs = Math.max(openAtMs, closeAtMs - calendar.closingMinutes * minuteMs);
    if (nowMs < openAtMs) return { state: 'closed', nextChangeAtMs: openAtMs };
    if (nowMs < closingAtMs) return { state: 'trading', nextChangeAtMs: closingAtMs };
    if (nowMs < closeAtMs) return { state: 'closing', nextChangeAtMs: closeAtMs };
  }
  return { state: 'closed', nextChangeAtMs: undefined };
}

/** The open parts of a span, cut to it: [fromMs, toMs), ascending. */
export const openSpans = (calendar: MarketCalendar, fromMs: number, toMs: number): readonly (readonly [number, number])[] => [
  ...spansFrom(calendar, fromMs, toMs),
];

function* spansFrom(
  { weeklyWindows, holidays = [] }: MarketCalendar,
  fromMs: number,
  toMs: number,
): Generator<readonly [number, number]> {
  if (weeklyWindows === undefined) {
    if (fromMs < toMs) yield [fromMs, toMs];
    return;
  }
  for (let week = weekStartOf(fromMs); week < toMs; week += weekMs) {
    for (const [openMinute, closeMinute] of weeklyWindows) {
      const openAtMs = Math.max(fromMs, week + openMinute * minuteMs);
      const closeAtMs = Math.min(toMs, week + closeMinute * minuteMs);
      if (openAtMs < closeAtMs) yield* withoutHolidays([openAtMs, closeAtMs], holidays);
    }
  }
}
