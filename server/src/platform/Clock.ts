/**
 * The one source of time. Business code and SQL receive the instant as a parameter (`nowMs`, `p_now`), so a test owns
 * time. The system clock never runs backward: when the machine's wall clock is set back we go on with monotonic time,
 * slightly slowed until both meet again, because an order's expiry must not move away from its entry.
 */
export interface Clock {
  /** Epoch milliseconds, whole, never smaller than the value before. */
  now(): number;
}

/** While ahead of the wall clock we lose one millisecond a second, which no countdown shows. */
const slew = 0.999;

export function createSystemClock(
  source: { epoch(): number; monotonic(): number } = { epoch: () => Date.now(), monotonic: () => performance.now() },
): Clock {
  let last = source.epoch();
  let lastMonotonic = source.monotonic();
  return {
    now() {
      const monotonic = source.monotonic();
      last = Math.max(source.epoch(), last + (monotonic - lastMonotonic) * slew);
      lastMonotonic = monotonic;
      return Math.floor(last);
    },
  };
}

export interface TestClock extends Clock {
  set(nowMs: number): void;
  advance(byMs: number): void;
}

/** A clock that stands still until it is moved. */
export function createTestClock(startMs: number): TestClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    set: (toMs) => {
      nowMs = toMs;
    },
    advance: (byMs) => {
      nowMs += byMs;
    },
  };
}
