export { createServerClock, driftMs } from './ServerClock';
export type { ClockSample, ServerClock } from './ServerClock';
export { remainingMs } from './remaining';
export { spansOfWeek, weekMs, weekStartOf } from './week';
export type { WeeklyHours } from './week';
