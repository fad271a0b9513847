/** Highcharts' own functions against the textbook formulas, written out here by hand. */
import type { Candle } from '../../../domain/contract';
import { toBar, type Bar } from '../Bar';
import { calculate } from './calculate';
import type { IndicatorLine } from './indicator';

/** Closes that go up and down by unlike steps. */
const closes = [
  44.3, 44.1, 44.2, 43.6, 44.3, 44.8, 45.1, 45.4, 45.8, 46.1, 45.9, 46.0, 45.6, 46.3, 46.3, 46.0, 46.0, 46.4, 46.2, 45.6,
];
const bars: Bar[] = closes.map((close, index) =>
  toBar([index * 60_000, String(close), (close + 0.5).toFixed(2), (close - 0.4).toFixed(2), String(close), '2'] satisfies Candle),
);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const at = (line: IndicatorLine | undefined, place: number) => line?.[place] ?? NaN;

describe('indicators', () => {
  test('a moving average: one line for each period, nothing before there are enough bars', () => {
    const [short, long] = calculate({ kind: 'ma', params: [3, 7] }, bars);
    expect(short?.slice(0, 2)).toEqual([null, null]);
    expect(at(short, 2)).toBeCloseTo(mean(closes.slice(0, 3)));
    expect(at(long, 19)).toBeCloseTo(mean(closes.slice(13)));
    expect(short).toHaveLength(bars.length);
  });

  test('an exponential average begins with the plain one and then weighs the newest by 2 ÷ (n + 1)', () => {
    const [line] = calculate({ kind: 'ema', params: [5] }, bars);
    const start = mean(closes.slice(0, 5));
    expect(at(line, 4)).toBeCloseTo(start);
    expect(at(line, 5)).toBeCloseTo(closes[5]! * (2 / 6) + start * (4 / 6));
  });

  test('Bollinger bands stand the same way from their middle', () => {
    const [top, middle, bottom] = calculate({ kind: 'boll', params: [5, 2] }, bars);
    const window = closes.slice(15);
    const deviation = Math.sqrt(window.reduce((sum, value) => sum + (value - mean(window)) ** 2, 0) / 4);
    expect(at(middle, 19)).toBeCloseTo(mean(window));
    expect(at(top, 19)).toBeCloseTo(mean(window) + 2 * deviation);
    expect(at(bottom, 19)).toBeCloseTo(mean(window) - 2 * deviation);
  });

  test('MACD: the difference of two averages, its own average, and what lies between', () => {
    const [difference, signal, columns] = calculate({ kind: 'macd', params: [3, 6, 4] }, bars);
    const [short, long] = calculate({ kind: 'ema', params: [3, 6] }, bars);
    expect(at(difference, 19)).toBeCloseTo(at(short, 19) - at(long, 19), 8);
    expect(at(columns, 19)).toBeCloseTo(at(difference, 19) - at(signal, 19), 8);
    expect(signal?.[7]).toBeNull();
  });

  test('KDJ: K and D of the slow stochastic, J = 3K - 2D', () => {
    const [k, d, j] = calculate({ kind: 'kdj', params: [9, 3, 3] }, bars);
    const fast = (place: number) => {
      const window = bars.slice(place - 8, place + 1);
      const low = Math.min(...window.map((bar) => bar.low));
      return ((closes[place]! - low) / (Math.max(...window.map((bar) => bar.high)) - low)) * 100;
    };
    expect(at(k, 19)).toBeCloseTo(mean([fast(17), fast(18), fast(19)]));
    expect(at(d, 19)).toBeCloseTo(mean([at(k, 17), at(k, 18), at(k, 19)]));
    expect(at(j, 19)).toBeCloseTo(3 * at(k, 19) - 2 * at(d, 19));
    expect(k?.[9]).toBeNull();
  });

  test('RSI lies between 0 and 100, and sees steps of a hundred-thousandth', () => {
    const small = [1.08412, 1.08413, 1.08411, 1.08414, 1.08412, 1.08415, 1.08416, 1.08414, 1.08417].map((close, index) =>
      toBar([index, String(close), String(close), String(close), String(close), null] satisfies Candle),
    );
    const [line] = calculate({ kind: 'rsi', params: [4] }, small);
    const known = (line ?? []).filter((value) => value !== null);
    expect(known.length).toBeGreaterThan(3);
    for (const value of known) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(100);
    }
    expect(new Set(known).size).toBe(known.length);
  });

  test('fewer bars than a period needs: a line without a value', () => {
    for (const [kind, params] of [
      ['ma', [50]],
      ['ema', [50]],
      ['boll', [50, 2]],
      ['macd', [12, 26, 9]],
      ['kdj', [50, 3, 3]],
      ['rsi', [50]],
    ] as const) {
      for (const line of calculate({ kind, params }, bars)) expect(line).toEqual(closes.map(() => null));
    }
    expect(calculate({ kind: 'ma', params: [3] }, [])).toEqual([[]]);
  });
});
