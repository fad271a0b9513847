/**
 * When a market trades. A calendar is a list of weekly windows in minutes after Sunday 00:00 UTC; there is no daylight
 * saving in it, so the same minute of the week always has the same state. No window at all means always open.
 * The last minutes before a close are "closing": positions may be closed, nothing new is opened.
 */
import type { MarketState } from '@tessera/shared/contract';
import { weekMs, weekStartOf } from '@tessera/shared/time';

export interface MarketCalendar {
  readonly id: string;
  /** [open, close) in minutes after Sunday 00:00 UTC, ascending and apart; undefined: never closes. */
  readonly weeklyWindows: readonly (readonly [openMinute: number, closeMinute: number])[] | undefined;
  readonly closingMinutes: number;
}

export interface MarketStatus {
  readonly state: MarketState;
  /** When the state changes next; undefined for a market that never closes. */
  readonly nextChangeAtMs: number | undefined;
}

const minuteMs = 60_000;

export function marketStatus(calendar: MarketCalendar, nowMs: number): MarketStatus {
  if (calendar.weeklyWindows === undefined) return { state: 'trading', nextChangeAtMs: undefined };
  const week = weekStartOf(nowMs);
  for (const [openMinute, closeMinute] of calendar.weeklyWindows) {
    const openAtMs = week + openMinute * minuteMs;
    const closeAtMs = week + closeMinute * minuteMs;
    const closingAtMs = Math.max(openAtMs, closeAtMs - calendar.closingMinutes * minuteMs);
    if (nowMs < openAtMs) return { state: 'closed', nextChangeAtMs: openAtMs };
    if (nowMs < closingAtMs) return { state: 'trading', nextChangeAtMs: closingAtMs };
    if (nowMs < closeAtMs) return { state: 'closing', nextChangeAtMs: closeAtMs };
  }
  const first = calendar.weeklyWindows[0];
  return { state: 'closed', nextChangeAtMs: first === undefined ? undefined : week + weekMs + first[0] * minuteMs };
}

/** The open parts of a span, cut to it: [fromMs, toMs), ascending. */
export function openSpans(calendar: MarketCalendar, fromMs: number, toMs: number): readonly (readonly [number, number])[] {
  if (calendar.weeklyWindows === undefined) return fromMs < toMs ? [[fromMs, toMs]] : [];
  const spans: [number, number][] = [];
  for (let week = weekStartOf(fromMs); week < toMs; week += weekMs) {
    for (const [openMinute, closeMinute] of calendar.weeklyWindows) {
      const openAtMs = Math.max(fromMs, week + openMinute * minuteMs);
      const closeAtMs = Math.min(toMs, week + closeMinute * minuteMs);
      if (openAtMs < closeAtMs) spans.push([openAtMs, closeAtMs]);
    }
  }
  return spans;
}
