import type { Candle } from '@tessera/shared/contract';

const frameMs = 60_000;

/** Minute candles as the few points that are surely known of them (open and close), so that a chart does not start empty. */
export function recentTicks(candles: readonly Candle[], serverMs: number): readonly { readonly atMs: number; readonly price: string }[] {
  return candles.flatMap(([startMs, open, , , close]) => [
    { atMs: startMs, price: open },
    { atMs: Math.min(startMs + frameMs - 1, serverMs), price: close },
  ]);
}
