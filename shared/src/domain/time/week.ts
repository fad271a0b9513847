/** Weekly hours are minutes after Sunday 00:00 UTC. There is no daylight saving in them: the same minute of every week is the same. */
const minuteMs = 60_000;
export const weekMs = 7 * 24 * 60 * minuteMs;
/** 1970-01-04, the first Sunday of the epoch. */
const firstSundayMs = 3 * 24 * 60 * minuteMs;

export type WeeklyHours = readonly (readonly [fromMinute: number, toMinute: number])[];

/** The beginning of the week in which the instant lies. */
export const weekStartOf = (atMs: number): number => firstSundayMs + Math.floor((atMs - firstSundayMs) / weekMs) * weekMs;

/** Such hours as instants of one week. */
export const spansOfWeek = (
  hours: WeeklyHours,
  weekStartMs: number,
): readonly { readonly fromMs: number; readonly toMs: number }[] =>
  hours.map(([from, to]) => ({ fromMs: weekStartMs + from * minuteMs, toMs: weekStartMs + to * minuteMs }));
