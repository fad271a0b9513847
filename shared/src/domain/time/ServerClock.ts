/**
 * The server's time on the client: local monotonic time plus an offset estimated from request round trips. The sample
 * with the shortest round trip wins, because its error (at most half the round trip) is the smallest; until a later one shows that
 * the two clocks have parted since, as after a sleep of the device.
 */
export interface ClockSample {
  /** Local monotonic milliseconds when the request left and when the answer came. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The server's clock (epoch ms) in the answer. */
  readonly serverMs: number;
}

export interface ServerClock {
  /** Epoch milliseconds in the server's clock. Before the first sample this is the local clock. */
  now(): number;
  /** Half the round trip of the best sample: the error's upper bound. undefined before the first sample. */
  errorMs(): number | undefined;
  add(sample: ClockSample): void;
}

/** A sample older than this is replaced by any newer one, so that a drifting oscillator is followed. */
const sampleLifeMs = 300_000;
/** How far two good clocks part within a sample's life, with room. */
export const driftMs = 100;

export function createServerClock(local: { monotonic(): number; epoch(): number }): ServerClock {
  let best: { readonly offset: number; readonly errorMs: number; readonly at: number } | undefined;
  return {
    now: () => (best === undefined ? local.epoch() : Math.round(local.monotonic() + best.offset)),
    errorMs: () => best?.errorMs,
    add({ sentAt, receivedAt, serverMs }) {
      const errorMs = (receivedAt - sentAt) / 2;
      if (errorMs < 0) return;
      const offset = serverMs + errorMs - receivedAt;
      const isBetter =
        best === undefined ||
        errorMs <= best.errorMs ||
        receivedAt - best.at > sampleLifeMs ||
        // Both cannot be true at once, so the earlier one is true no more.
        Math.abs(offset - best.offset) > errorMs + best.errorMs + driftMs;
      if (isBetter) best = { offset, errorMs, at: receivedAt };
    },
  };
}
