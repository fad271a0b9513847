/**
 * Where candles begin: at whole multiples of the frame since the epoch, in UTC; a week on Monday, a month on its first.
 * The same rule as the server's, so that the running candle closes when the server's does.
 */
import type { CandleFrame } from '@tessera/shared/contract';

const minute = 60_000;
const lengths: Readonly<Record<Exclude<CandleFrame, '1M'>, number>> = {
  '1m': minute,
  '5m': 5 * minute,
  '15m': 15 * minute,
  '30m': 30 * minute,
  '1h': 60 * minute,
  '4h': 240 * minute,
  '1d': 1440 * minute,
  '1w': 7 * 1440 * minute,
};
/** The epoch was a Thursday; the first Monday came four days later. */
const firstMonday = 4 * 1440 * minute;

export function frameStart(frame: CandleFrame, atMs: number): number {
  if (frame === '1M') {
    const date = new Date(atMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const origin = frame === '1w' ? firstMonday : 0;
  return Math.floor((atMs - origin) / lengths[frame]) * lengths[frame] + origin;
}
