import type { Candle } from '@tessera/shared/contract';

/**
 * Two runs of candles as one, oldest first; where both have a candle, the second is right. A run that neither overlaps nor
 * touches (a page that slept long) is not joined over a hole: the newer run stands alone and older pages are asked again.
 */
export function mergeCandles(known: readonly Candle[], fresh: readonly Candle[], frameMs: number): readonly Candle[] {
  const [firstFresh, lastFresh] = [fresh[0], fresh.at(-1)];
  const [firstKnown, lastKnown] = [known[0], known.at(-1)];
  if (firstFresh === undefined || lastFresh === undefined) return known;
  if (firstKnown === undefined || lastKnown === undefined) return fresh;
  const isAfter = firstFresh[0] > lastKnown[0] + frameMs;
  const isBefore = lastFresh[0] < firstKnown[0];
  if (isAfter) return fresh;
  if (isBefore) return [...fresh, ...known];
  return [
    ...known.filter(([startMs]) => startMs < firstFresh[0]),
    ...fresh,
    ...known.filter(([startMs]) => startMs > lastFresh[0]),
  ];
}
