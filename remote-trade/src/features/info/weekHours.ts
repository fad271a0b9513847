/** Trading hours are minutes after Sunday 00:00 UTC; a reader wants them as times of this week in the own zone. */
const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;
/** 1970-01-04, the first Sunday of the epoch. */
const firstSundayMs = 3 * 24 * 60 * minuteMs;

export interface OpenSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

export function openSpansOfWeek(weeklyHours: readonly (readonly [number, number])[], nowMs: number): readonly OpenSpan[] {
  const weekStart = firstSundayMs + Math.floor((nowMs - firstSundayMs) / weekMs) * weekMs;
  return weeklyHours.map(([open, close]) => ({ fromMs: weekStart + open * minuteMs, toMs: weekStart + close * minuteMs }));
}
