import { chartPlan } from './chartPlan';

describe('chart plan', () => {
  test('overlays stand on the price, each pane on an axis of its own, every line in its own series', () => {
    const plan = chartPlan([
      { kind: 'ma', params: [7, 25] },
      { kind: 'vol', params: [] },
      { kind: 'macd', params: [12, 26, 9] },
    ]);
    expect(plan.lines.map(({ id, axis, series }) => `${id} ${axis} ${series}`)).toEqual([
      'ma0 0 2',
      'ma1 0 3',
      'vol0 1 4',
      'macd0 2 5',
      'macd1 2 6',
      'macd2 2 7',
    ]);
    expect(plan.overlays.map(({ kind }) => kind)).toEqual(['ma']);
  });

  test.each([1, 2, 3, 4])('%s panes lie below one another, end at the bottom and leave the bars at least half', (count) => {
    const kinds = (['vol', 'macd', 'kdj', 'rsi'] as const).slice(0, count);
    const { panes } = chartPlan(kinds.map((kind) => ({ kind, params: [9, 3, 3] })));
    const [first] = panes;
    const last = panes.at(-1);
    expect((last?.top ?? 0) + (last?.height ?? 0)).toBeCloseTo(1);
    expect(first?.top).toBeGreaterThan(0.46);
    panes.slice(1).forEach((pane, index) => expect(pane.top).toBeCloseTo((panes[index]?.top ?? 0) + (panes[index]?.height ?? 0)));
  });

  test('nothing chosen: the bars have the plot for themselves', () => {
    expect(chartPlan([])).toMatchObject({ lines: [], panes: [], overlays: [] });
  });
});
