/** How long without a sign of the person is a break, as use_limit_day counts it. The app gives one each minute while it is looked at. */
export const pauseMs = 300_000;

export interface Seen {
  /** Of this day, until `seenAtMs`. */
  readonly timeMs: number;
  readonly seenAtMs: number | null;
}

/** Of this day, until now: who was seen a short while ago is still there. */
export function timeSpentMs({ timeMs, seenAtMs }: Seen, nowMs: number): number {
  const sinceMs = nowMs - (seenAtMs ?? 0);
  return sinceMs > 0 && sinceMs <= pauseMs ? timeMs + sinceMs : timeMs;
}
