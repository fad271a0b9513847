/** Trading hours day by day, from the catalogue's weekly windows: in UTC, or in the device's own time zone. */
import { spansOfWeek, weekMs, weekStartOf, type Holidays, type WeeklyHours } from '@tessera/shared/time';

export type HoursZone = 'utc' | 'local';
export interface DayHours {
  readonly startMs: number;
  readonly endMs: number;
  /** Open spans within the day; none on a day without trading. */
  readonly spans: readonly (readonly [fromMs: number, toMs: number])[];
}

/** Every opening and closing from the week before until the week after, adjoining windows as one. */
function openSpans(hours: WeeklyHours, holidays: Holidays, nowMs: number): readonly (readonly [number, number])[] {
  const week = weekStartOf(nowMs);
  const spans: [number, number][] = [];
  for (const start of [week - weekMs, week, week + weekMs, week + 2 * weekMs]) {
    for (const { fromMs, toMs } of spansOfWeek(hours, start, holidays)) {
      const last = spans.at(-1);
      if (last !== undefined && last[1] === fromMs) last[1] = toMs;
      else spans.push([fromMs, toMs]);
    }
  }
  return spans;
}

const dayStart = (atMs: number, zone: HoursZone, addDays = 0): number => {
  const date = new Date(atMs);
  return zone === 'utc'
    ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + addDays)
    : new Date(date.getFullYear(), date.getMonth(), date.getDate() + addDays).getTime();
};

/** Monday to Sunday of the week around the instant. */
export function weekOf(hours: WeeklyHours, nowMs: number, zone: HoursZone, holidays: Holidays = []): readonly DayHours[] {
  const spans = openSpans(hours, holidays, nowMs);
  const weekday = zone === 'utc' ? new Date(nowMs).getUTCDay() : new Date(nowMs).getDay();
  const sinceMonday = (weekday + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => {
    const startMs = dayStart(nowMs, zone, index - sinceMonday);
    const endMs = dayStart(nowMs, zone, index - sinceMonday + 1);
    return {
      startMs,
      endMs,
      spans: spans.flatMap(([from, to]): (readonly [number, number])[] =>
        to <= startMs || from >= endMs ? [] : [[Math.max(from, startMs), Math.min(to, endMs)]],
      ),
    };
  });
}

/** When it closes, while it is open; when it opens, while it is closed. */
export function nextTurn(
  hours: WeeklyHours,
  nowMs: number,
  holidays: Holidays = [],
): { readonly kind: 'opens' | 'closes'; readonly atMs: number } | undefined {
  for (const [from, to] of openSpans(hours, holidays, nowMs)) {
    if (nowMs < from) return { kind: 'opens', atMs: from };
    if (nowMs < to) return { kind: 'closes', atMs: to };
  }
  return undefined;
}
