import type { Clock } from '../platform/Clock';
import type { Metrics } from '../platform/metrics';

/** The feed's figures for operators. */
export function createFeedMeters(
  { metrics, clock }: { readonly metrics: Metrics; readonly clock: Clock },
  lastTickAtMs: ReadonlyMap<string, number>,
) {
  const written = metrics.counter('feed_ticks_total', 'Ticks written to the log');
  const refused = metrics.counter('feed_ticks_refused_total', 'Ticks refused by the writer', ['reason']);
  const unfinished = metrics.gauge('tick_retention_unfinished', '1 while ticks that may be forgotten are waiting', []);
  const age = metrics.gauge('feed_age_seconds', 'Age of the last tick of each symbol', ['symbol']);
  // Computed when asked for, so that a silent feed ages instead of standing still.
  (age as typeof age & { collect: () => void }).collect = () => {
    for (const [symbol, atMs] of lastTickAtMs) age.set({ symbol }, (clock.now() - atMs) / 1000);
  };
  return {
    written: (count: number) => written.inc(count),
    refused: (reason: string, count: number) => refused.inc({ reason }, count),
    retentionUnfinished: (is: boolean) => unfinished.set({}, is ? 1 : 0),
  };
}
