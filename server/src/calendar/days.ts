export const dayMs = 86_400_000;
/** Days are UTC and counted from 1970. */
export const dayOf = (atMs: number): number => Math.floor(atMs / dayMs);
/** The first instant after the day. */
export const endOfDay = (day: number): number => (day + 1) * dayMs;
export const untilNextDayMs = (atMs: number): number => dayMs - (atMs % dayMs);
