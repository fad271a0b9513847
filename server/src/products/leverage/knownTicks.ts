/**
 * The part of the tick log that an account is judged on: live ticks outside published incidents, and how far each
 * symbol's log is complete. Up to there nothing can come that was not there when it was judged.
 */
import type { Price } from '@tessera/shared/money';

export interface DecidingTick {
  readonly symbol: string;
  readonly seq: number;
  readonly atMs: number;
  readonly price: Price;
}

export interface KnownTicks {
  /** Ticks after `afterMs` of all symbols, in order of time and then symbol: every one is looked at once. */
  readonly inOrder: readonly DecidingTick[];
  /** The latest tick at or before an instant; undefined when the log has none. */
  latestAt(symbol: string, atMs: number): DecidingTick | undefined;
  /** No tick at or before this instant is still to come; -1 for a symbol without a log. */
  completeUntilMs(symbol: string): number;
}

export function createKnownTicks(
  ticks: readonly DecidingTick[],
  complete: ReadonlyMap<string, number>,
  afterMs: number,
): KnownTicks {
  const sorted = [...ticks].sort(
    (a, b) => a.atMs - b.atMs || (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : a.seq - b.seq),
  );
  const bySymbol = new Map<string, DecidingTick[]>();
  for (const tick of sorted) {
    const run = bySymbol.get(tick.symbol);
    if (run === undefined) bySymbol.set(tick.symbol, [tick]);
    else run.push(tick);
  }
  return {
    inOrder: sorted.filter((tick) => tick.atMs > afterMs),
    latestAt: (symbol, atMs) => lastUpTo(bySymbol.get(symbol) ?? [], atMs),
    completeUntilMs: (symbol) => complete.get(symbol) ?? -1,
  };
}

/** By halves: a run can be minutes of ticks. */
function lastUpTo(run: readonly DecidingTick[], atMs: number): DecidingTick | undefined {
  let [low, high] = [0, run.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((run[middle]?.atMs ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return run[low - 1];
}
