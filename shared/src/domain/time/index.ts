export { createServerClock, driftMs } from './ServerClock';
export type { ClockSample, ServerClock } from './ServerClock';
export { remainingMs } from './remaining';
