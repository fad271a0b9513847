import type { Candle } from '../../../domain/contract';
import { toBar } from '../Bar';
import { chartPlan } from '../chartPlan';
import { createIndicatorValues, paneRange, paneTicks } from './indicatorValues';

const bars = [3, 9, 5].map((volume, index) => toBar([index, '1', '2', '1', '2', String(volume)] satisfies Candle));

describe('indicator values', () => {
  test('volume is there without the calculation; the rest comes with it', () => {
    const plan = chartPlan([
      { kind: 'vol', params: [] },
      { kind: 'ma', params: [2] },
    ]);
    const [volume, average] = plan.lines;
    const values = createIndicatorValues(plan);
    values.compute(bars);
    expect(values.at(volume!, 1)).toBe(9);
    expect(values.at(average!, 1)).toBeNull();
    values.setCalculate(() => [[null, 1.5, 2.5]]);
    values.compute(bars);
    expect([0, 1, 2, 3].map((place) => values.at(average!, place))).toEqual([null, 1.5, 2.5, null]);
  });

  test('a span looks at its bars only, and knows when there is no value in it', () => {
    const plan = chartPlan([{ kind: 'vol', params: [] }]);
    const values = createIndicatorValues(plan);
    values.compute(bars);
    expect(values.span(plan.lines, 0, 1)).toEqual([3, 9]);
    expect(values.span(plan.lines, 2, 2)).toEqual([5, 5]);
    expect(values.span(plan.lines, 5, 9)).toBeUndefined();
  });

  test('a pane shows all of its values: oscillators their whole scale, differences as much below zero as above', () => {
    const [rsi, kdj, macd, vol] = chartPlan([
      { kind: 'rsi', params: [14] },
      { kind: 'kdj', params: [9, 3, 3] },
      { kind: 'macd', params: [12, 26, 9] },
      { kind: 'vol', params: [] },
    ]).panes;
    expect(paneRange(rsi!, [40, 60])).toEqual({ min: 0, max: 100 });
    expect(paneRange(kdj!, [-12, 108]).min).toBeLessThan(-12);
    expect(paneRange(kdj!, [-12, 108]).max).toBeGreaterThan(108);
    expect(paneRange(kdj!, [40, 60])).toEqual({ min: -4, max: 125 });
    const range = paneRange(macd!, [-8, 2]);
    expect(range.min).toBe(-range.max);
    expect(range.min).toBeLessThan(-8);
    expect(paneTicks(vol!, paneRange(vol!, [3, 9]))).toEqual([9]);
    expect(paneRange(vol!, [0, 0])).toEqual({ min: 0, max: 1 });
    expect(paneRange(macd!, undefined).max).toBeGreaterThan(0);
  });
});
