/** Weekly hours are minutes after Sunday 00:00 UTC. There is no daylight saving in them: the same minute of every week is the same. */
const minuteMs = 60_000;
export const weekMs = 7 * 24 * 60 * minuteMs;
/** 1970-01-04, the first Sunday of the epoch. */
const firstSundayMs = 3 * 24 * 60 * minuteMs;

export type WeeklyHours = readonly (readonly [fromMinute: number, toMinute: number])[];

/** The beginning of the week in which the instant lies. */
export const weekStartOf = (atMs: number): number => firstSundayMs + Math.floor((atMs - firstSundayMs) / weekMs) * weekMs;

/** Times in which a market is closed whatever its week says: [from, to) as instants, ascending and apart. */
export type Holidays = readonly (readonly [fromMs: number, toMs: number])[];

/** Such hours as instants of one week, without the holidays in them. */
export const spansOfWeek = (
  hours: WeeklyHours,
  weekStartMs: number,
  holidays: Holidays = [],
): readonly { readonly fromMs: number; readonly toMs: number }[] =>
  hours
    .flatMap(([from, to]) => withoutHolidays([weekStartMs + from * minuteMs, weekStartMs + to * minuteMs], holidays))
    .map(([fromMs, toMs]) => ({ fromMs, toMs }));

/** What holidays leave of a span. */
export function withoutHolidays([fromMs, toMs]: readonly [number, number], holidays: Holidays): Holidays {
  const left: (readonly [number, number])[] = [];
  let openMs = fromMs;
  for (const [closedMs, opensMs] of holidays) {
    if (opensMs <= openMs || closedMs >= toMs) continue;
    if (closedMs > openMs) left.push([openMs, closedMs]);
    openMs = opensMs;
  }
  return openMs < toMs ? [...left, [openMs, toMs]] : left;
}
