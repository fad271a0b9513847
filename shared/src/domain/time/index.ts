export { createServerClock, driftMs } from './ServerClock';
export type { ClockSample, ServerClock } from './ServerClock';
export { remainingMs } from './remaining';
export { spansOfWeek, weekMs, weekStartOf, withoutHolidays } from './week';
export type { Holidays, WeeklyHours } from './week';
