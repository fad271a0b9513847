/** A price at a moment: what the tick chart draws. Price is decimal text. */
export interface ChartTick {
  readonly atMs: number;
  readonly price: string;
}

/** The run of an order: drawn as a line at its end. */
export interface ChartRun {
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
}

const idleSpanMs = 60_000;
const beforeStartMs = 10_000;
/** The part of the span to the right of the newest tick or the expiry. */
const headroom = 0.12;

/** Which time is in sight: a whole order with what came just before it, else the last minute. */
export function tickWindow(newestMs: number, run: ChartRun | undefined): { readonly fromMs: number; readonly toMs: number } {
  const fromMs = run === undefined ? newestMs - idleSpanMs : Math.min(run.startedAtMs - beforeStartMs, newestMs - beforeStartMs);
  const end = run === undefined ? newestMs : Math.max(newestMs, run.expiresAtMs);
  return { fromMs, toMs: Math.round(end + (end - fromMs) * headroom) };
}

/** At most one tick for each bucket, its last: a phone cannot show more, and redraws them all with every new one. */
export function thinned<Tick extends { readonly atMs: number }>(ticks: readonly Tick[], bucketMs: number): Tick[] {
  return ticks.filter((tick, index) => {
    const next = ticks[index + 1];
    return next === undefined || Math.floor(next.atMs / bucketMs) !== Math.floor(tick.atMs / bucketMs);
  });
}

const niceSeconds = [5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
/** Instants to label: round seconds, at most `most` of them. */
export function secondMarks(fromMs: number, toMs: number, most: number): number[] {
  const step = (niceSeconds.find((seconds) => (toMs - fromMs) / (seconds * 1000) <= most) ?? 7200) * 1000;
  const marks: number[] = [];
  for (let at = Math.ceil(fromMs / step) * step; at <= toMs; at += step) marks.push(at);
  return marks;
}
