import type { ServerClock } from '../domain/time';

/** Monday 2025-06-02 12:00:00 UTC: a trading day for every market, far from midnight in every zone that tests use. */
export const testStartMs = Date.UTC(2025, 5, 2, 12);

/** A server clock that moves only when a test moves it. */
export interface TestClock extends ServerClock {
  advance(ms: number): void;
  set(atMs: number): void;
}

export function createTestClock(startMs = testStartMs): TestClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    errorMs: () => 0,
    add: () => undefined,
    advance: (ms) => {
      nowMs += ms;
    },
    set: (atMs) => {
      nowMs = atMs;
    },
  };
}
