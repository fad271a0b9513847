/** Prices older than this on every symbol mean that the feed stands still. */
const silentMs = 15_000;
/** Clocks of two machines differ by less. */
export const maxAheadMs = 2_000;

/** `lastTicksAtMs`: of each symbol. What keeps the prices from being of now, in English for health pages. */
export function feedProblem(lastTicksAtMs: readonly number[], nowMs: number): string | undefined {
  const lastMs = Math.max(0, ...lastTicksAtMs);
  if (lastMs === 0) return 'no tick yet';
  const ageMs = nowMs - lastMs;
  if (ageMs > silentMs) return `last tick ${ageMs} ms ago`;
  return ageMs < -maxAheadMs
    ? `the tick log is ${-ageMs} ms ahead of the clock: set the clock right, or wait until it is there`
    : undefined;
}
