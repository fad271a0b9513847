import { candleChartOptions, gutterWidth, tickChartOptions, type CandleAxisTexts } from './chartOptions';
import { barSeries, chartPlan } from './chartPlan';

const texts: CandleAxisTexts = {
  timeTicks: () => [3, 9],
  timeLabel: (x) => `t${x}`,
  priceLabel: (price) => `p${price}`,
  paneTicks: () => [30, 70],
  paneLabel: ({ kind }, value) => `${kind} ${value}`,
};
const plan = chartPlan([
  { kind: 'ma', params: [7, 25] },
  { kind: 'rsi', params: [14] },
]);
const settings = { gutter: 77, plan, onRedraw: () => undefined };
const both = [candleChartOptions(texts, settings), tickChartOptions(texts, settings)];

/** Every option's value, however deep. */
function leaves(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(leaves);
}

describe('chart options', () => {
  test('colours are the design language, never literals: a theme needs no redraw', () => {
    const literals = both.flatMap(leaves).filter((leaf) => typeof leaf === 'string' && /#[0-9a-f]{3,8}\b|rgb\(/i.test(leaf));
    expect(literals).toEqual([]);
    const candles = candleChartOptions(texts, settings).series?.[barSeries.candles];
    expect(candles).toMatchObject({ type: 'candlestick', color: 'var(--color-down)', upColor: 'var(--color-up)' });
  });

  test('no style element, no animation, no pointer of Highcharts: the page policy and the frame budget hold', () => {
    for (const options of both) {
      expect(options).toMatchObject({
        palette: { injectCSS: false },
        chart: { animation: false, style: { touchAction: 'pan-y' } },
        plotOptions: { series: { animation: false, enableMouseTracking: false } },
      });
    }
  });

  test('labels come from the formatters', () => {
    const { xAxis, yAxis } = candleChartOptions(texts, settings);
    const time = xAxis as { tickPositioner(): number[]; labels: { formatter(context: { value: number }): string } };
    const [price] = yAxis as { labels: { formatter(context: { value: number }): string } }[];
    expect(time.tickPositioner()).toEqual([3, 9]);
    expect(time.labels.formatter({ value: 9 })).toBe('t9');
    expect(price?.labels.formatter({ value: 1.5 })).toBe('p1.5');
  });

  test('indicators: a series for each line on its axis, a pane with labels of its own', () => {
    const { series, yAxis } = candleChartOptions(texts, settings);
    expect(series?.slice(2)).toMatchObject([
      { type: 'line', yAxis: 0, color: 'var(--color-series-1)' },
      { yAxis: 0, color: 'var(--color-series-2)' },
      { yAxis: 1 },
    ]);
    const [, pane] = yAxis as { tickPositioner(): number[]; labels: { formatter(context: { value: number }): string } }[];
    expect(pane?.tickPositioner()).toEqual([30, 70]);
    expect(pane?.labels.formatter({ value: 30 })).toBe('rsi 30');
  });

  test('the gutter grows with the widest label', () => {
    expect(gutterWidth('61,230.10')).toBeGreaterThan(gutterWidth('1.0812'));
  });
});
