/** When the margin counts for more: the last minutes before every closing of hours, of the week or for a holiday. */
import { spansOfWeek, weekMs, weekStartOf, type Holidays } from '../time';

/** A break of the day is no closing of hours. */
const longClosingMinutes = 120;
const minuteMs = 60_000;
const weekMinutes = weekMs / minuteMs;
/** A market opens again within them. */
const weeksAhead = 5;
type Span = readonly [fromMinute: number, toMinute: number];

/** Of open spans the last minutes before each long gap; the last span only ends the gap before it. */
const beforeGaps = (open: readonly Span[], minutes: number): Span[] =>
  open.flatMap(([opens, closes], index) => {
    const next = open[index + 1]?.[0] ?? closes;
    return next - closes >= longClosingMinutes ? [[Math.max(opens, closes - minutes), closes] as const] : [];
  });

/** [from, to) before every closing of the week; `windows` and spans in minutes after Sunday 00:00 UTC. */
export const closingSpans = (windows: readonly Span[], minutes: number): Span[] =>
  beforeGaps(
    [...windows, ...windows.slice(0, 1).map(([opens, closes]) => [opens + weekMinutes, closes + weekMinutes] as const)],
    minutes,
  );

/** [from, to) before every closing that a holiday makes and the week does not, in minutes since 1970. */
export function closingDates(windows: readonly Span[], holidays: Holidays, minutes: number): Span[] {
  const weekly = closingSpans(windows, minutes);
  const dates = new Map<number, Span>();
  for (const [closedMs] of holidays) {
    const weekAtMs = weekStartOf(closedMs);
    const open = Array.from({ length: weeksAhead + 2 }, (_, week) => weekAtMs + (week - 1) * weekMs)
      .flatMap((atMs) => spansOfWeek(windows, atMs, holidays))
      .map(({ fromMs, toMs }): Span => [fromMs / minuteMs, toMs / minuteMs]);
    // The last opening before the holiday ends here, by it or just before it.
    const date = beforeGaps(open, minutes).findLast(([, closes]) => closes * minuteMs <= closedMs);
    const isOfHoliday = date !== undefined && open.every(([opens]) => opens < date[1] || opens * minuteMs > closedMs);
    if (!isOfHoliday) continue;
    const start = weekStartOf(date[0] * minuteMs) / minuteMs;
    if (!weekly.some(([from, to]) => from === date[0] - start && to === date[1] - start)) dates.set(date[1], date);
  }
  return [...dates.values()].toSorted(([one], [other]) => one - other);
}
