/** Trading hours day by day, from the catalogue's weekly windows: in UTC, or in the device's own time zone. */

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;
/** 1970-01-04, the first Sunday of the epoch. */
const firstSundayMs = 3 * 24 * 60 * minuteMs;

export type HoursZone = 'utc' | 'local';
export type WeeklyHours = readonly (readonly [opensMinute: number, closesMinute: number])[];
/** Times in which it is closed all the same: [from, to), ascending and apart. */
export type Holidays = readonly (readonly [fromMs: number, toMs: number])[];
export interface DayHours {
  readonly startMs: number;
  readonly endMs: number;
  /** Open spans within the day; none on a day without trading. */
  readonly spans: readonly (readonly [fromMs: number, toMs: number])[];
}

/** Every opening and closing from the week before until the week after, adjoining windows as one. */
function openSpans(hours: WeeklyHours, holidays: Holidays, nowMs: number): readonly (readonly [number, number])[] {
  const week = firstSundayMs + Math.floor((nowMs - firstSundayMs) / weekMs) * weekMs;
  const spans: [number, number][] = [];
  for (const start of [week - weekMs, week, week + weekMs, week + 2 * weekMs]) {
    for (const [opens, closes] of hours) {
      const [from, to] = [start + opens * minuteMs, start + closes * minuteMs];
      const last = spans.at(-1);
      if (last !== undefined && last[1] === from) last[1] = to;
      else spans.push([from, to]);
    }
  }
  return spans.flatMap((span) => without(holidays, span));
}

/** What holidays leave of a span. */
function without(holidays: Holidays, [fromMs, toMs]: readonly [number, number]): readonly (readonly [number, number])[] {
  const left: (readonly [number, number])[] = [];
  let openMs = fromMs;
  for (const [from, to] of holidays) {
    if (to <= openMs || from >= toMs) continue;
    if (from > openMs) left.push([openMs, from]);
    openMs = to;
  }
  return openMs < toMs ? [...left, [openMs, toMs]] : left;
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
