import type { Candle } from '@tessera/shared/contract';
import { mergeCandles } from './mergeCandles';

const candle = (startMs: number, close = '7'): Candle => [startMs, '5', '9', '3', close, null];
const starts = (candles: readonly Candle[]) => candles.map(([startMs]) => startMs);

describe('merge candles', () => {
  test('an overlap: each start once, the fresh one wins', () => {
    const merged = mergeCandles([candle(1, '6'), candle(2, '6'), candle(3, '6')], [candle(3, '8'), candle(4, '8')], 1);
    expect(starts(merged)).toEqual([1, 2, 3, 4]);
    expect(merged[2]?.[4]).toBe('8');
  });

  test('an older page goes before what is known, also over a weekend', () => {
    expect(starts(mergeCandles([candle(10), candle(11)], [candle(2), candle(3)], 1))).toEqual([2, 3, 10, 11]);
  });

  test('a fresh run after a hole stands alone: nothing is drawn over minutes that were not seen', () => {
    expect(starts(mergeCandles([candle(1), candle(2)], [candle(9), candle(10)], 1))).toEqual([9, 10]);
    expect(starts(mergeCandles([candle(1), candle(2)], [candle(3), candle(4)], 1))).toEqual([1, 2, 3, 4]);
  });

  test('nothing fresh, or nothing known', () => {
    expect(starts(mergeCandles([candle(1)], [], 1))).toEqual([1]);
    expect(starts(mergeCandles([], [candle(1)], 1))).toEqual([1]);
  });
});
