/** Trading hours are minutes after Sunday 00:00 UTC; a reader wants them as times of this week in the own zone. */
const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;
/** 1970-01-04, the first Sunday of the epoch. */
const firstSundayMs = 3 * 24 * 60 * minuteMs;

export interface OpenSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** `holidays`: [from, to) in which it is closed all the same, ascending and apart. */
export function openSpansOfWeek(
  weeklyHours: readonly (readonly [number, number])[],
  nowMs: number,
  holidays: readonly (readonly [number, number])[] = [],
): readonly OpenSpan[] {
  const weekStart = firstSundayMs + Math.floor((nowMs - firstSundayMs) / weekMs) * weekMs;
  return weeklyHours.flatMap(([open, close]) => {
    const spans: OpenSpan[] = [];
    let [fromMs, toMs] = [weekStart + open * minuteMs, weekStart + close * minuteMs];
    for (const [closedMs, openMs] of holidays) {
      if (openMs <= fromMs || closedMs >= toMs) continue;
      if (closedMs > fromMs) spans.push({ fromMs, toMs: closedMs });
      fromMs = openMs;
    }
    return fromMs < toMs ? [...spans, { fromMs, toMs }] : spans;
  });
}
