import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Subject } from '@tessera/shared/kernel';
import type { Candle } from '../../domain/contract';
import { renderWithTexts } from '../../testkit/renderWithTexts';
import { CandleChart } from './CandleChart';
import { TickChart } from './TickChart';
import type { ChartTick } from './tickWindow';
import { ValueChart } from './ValueChart';

const minute = Date.UTC(2025, 5, 2, 12);
const candles = (count: number, fromMs = minute): Candle[] =>
  Array.from({ length: count }, (_, index) => [
    fromMs + index * 60_000,
    `10${index % 10}.50`,
    `11${index % 10}.25`,
    `9${index % 10}.75`,
    `10${index % 10}.80`,
    '3.5',
  ]);

async function show(props: Partial<Parameters<typeof CandleChart>[0]> = {}) {
  const chart = (more: Partial<Parameters<typeof CandleChart>[0]> = {}) => (
    <CandleChart
      name="BTC/USDT, 1 minute"
      candles={candles(80)}
      seriesKey="BTC-USDT/1m"
      frame="1m"
      digits={2}
      {...props}
      {...more}
    />
  );
  // The indicators' chunk answers while the chart is shown.
  const view = await act(() => renderWithTexts(chart()));
  return { view, chart, slider: screen.getByRole('slider') };
}
const frame = () =>
  act(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => resolve());
      }),
  );

beforeAll(() => import('./indicators/calculate'));

describe('candle chart', () => {
  test('it tells what it shows and what the newest bar was', async () => {
    const { slider } = await show();
    expect(slider).toHaveAccessibleName('BTC/USDT, 1 minute, price chart');
    expect(slider).toHaveAttribute('aria-valuemax', '79');
    expect(slider.getAttribute('aria-valuetext')).toMatch(
      /open 109\.50, high 119\.25, low 99\.75, close 109\.80, change \+0\.27%/,
    );
  });

  test('arrows step from bar to bar; Escape goes back to the newest', async () => {
    const { slider } = await show();
    await frame();
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    expect(slider).toHaveAttribute('aria-valuenow', '77');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/close 107\.80/);
    fireEvent.keyDown(slider, { key: 'Escape' });
    expect(slider).toHaveAttribute('aria-valuenow', '79');
  });

  test('the running bar moves the legend without a render of the tree', async () => {
    const running$ = new Subject<Candle>();
    await show({ running$ });
    await frame();
    running$.next([minute + 79 * 60_000, '109.50', '130.00', '99.75', '129.99', null]);
    await waitFor(() => expect(screen.getAllByText('129.99').length).toBeGreaterThan(0));
    expect(screen.getByText('130.00', { selector: 'dd' })).toBeInTheDocument();
  });

  test('the running bar is drawn in the frame that brings it, not in the one after', async () => {
    const running$ = new Subject<Candle>();
    await show({ running$ });
    await frame();
    running$.next([minute + 79 * 60_000, '109.50', '119.25', '99.75', '111.11', null]);
    expect(screen.getAllByText('111.11').length).toBeGreaterThan(1);
  });

  test('few bars are left on the left: older ones are asked for, once', async () => {
    const onNeedOlder = jest.fn();
    const { view, chart } = await show({ candles: candles(30), onNeedOlder });
    await waitFor(() => expect(onNeedOlder).toHaveBeenCalledTimes(1));
    view.rerender(chart({ candles: candles(30) }));
    await frame();
    expect(onNeedOlder).toHaveBeenCalledTimes(1);
  });

  test('no bars: nothing is claimed and nothing breaks', async () => {
    const { slider } = await show({ candles: [] });
    await frame();
    expect(slider).toHaveAttribute('aria-valuemax', '0');
    expect(slider).not.toHaveAttribute('aria-valuetext');
  });

  test('indicators: their chunk is asked for, then each line prints its value at the newest bar and at the crosshair', async () => {
    const { slider } = await show({
      indicators: [
        { kind: 'ma', params: [5, 10] },
        { kind: 'vol', params: [] },
        { kind: 'rsi', params: [6] },
      ],
    });
    await frame();
    const row = () => screen.getByText(/^MA5/, { selector: 'span' });
    await waitFor(() => expect(row()).toHaveTextContent('MA5 107.80'));
    expect(screen.getByText(/^RSI6/, { selector: 'span' }).textContent).toMatch(/^RSI6 \d+\.\d$/);
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    expect(row()).toHaveTextContent('MA5 106.80');
  });

  test('the running bar moves the indicators as well', async () => {
    const running$ = new Subject<Candle>();
    await show({ running$, indicators: [{ kind: 'ma', params: [5] }] });
    await frame();
    const row = () => screen.getByText(/^MA5/, { selector: 'span' });
    await waitFor(() => expect(row()).toHaveTextContent('MA5 107.80'));
    running$.next([minute + 79 * 60_000, '109.50', '119.25', '99.75', '119.25', null]);
    await waitFor(() => expect(row()).toHaveTextContent('MA5 109.69'));
  });

  test('no bar has a volume: no pane stands empty', async () => {
    const bare = candles(30).map(([at, open, high, low, close]): Candle => [at, open, high, low, close, null]);
    await show({ candles: bare });
    await frame();
    expect(screen.queryByText(/^VOL/)).not.toBeInTheDocument();
  });

  test('what is in sight is told after a drawing', async () => {
    const onView = jest.fn<NonNullable<Parameters<typeof CandleChart>[0]['onView']>>();
    await show({ onView });
    await waitFor(() => expect(onView).toHaveBeenCalled());
    const view = onView.mock.lastCall?.[0];
    expect(view?.newest[4]).toBe('109.80');
    expect(view?.candles.at(-1)).toEqual(view?.newest);
    expect(view?.candles.length).toBeLessThan(80);
  });

  test('a label that changes with the price is written without a rendering', async () => {
    const detail$ = new Subject<{ readonly text: string; readonly move: 'up' }>();
    await show({ priceMarkers: [{ id: 'p1', price: '105', label: 'Long 0.1', tone: 'long', detail$ }] });
    detail$.next({ text: '+12.30', move: 'up' });
    expect(screen.getByText('+12.30')).toHaveAttribute('data-move', 'up');
  });
});

const tick = (second: number, price: string): ChartTick => ({ atMs: minute + second * 1000, price });
const knownTicks = [tick(0, '100.00'), tick(1, '100.50')];

async function showTicks() {
  const tick$ = new Subject<ChartTick>();
  const chart = (ticks: readonly ChartTick[] = knownTicks) => (
    <TickChart name="BTC-USDT" seriesKey="BTC-USDT" digits={2} ticks={ticks} tick$={tick$} />
  );
  const view = await act(() => renderWithTexts(chart()));
  return { tick$, chart, view };
}

describe('tick chart', () => {
  test('a tick is drawn in the frame that brings it, not in the one after', async () => {
    const { tick$, view } = await showTicks();
    tick$.next(tick(2, '101.25'));
    expect(view.container).toHaveTextContent('101.25');
  });

  test('an answer that is older than what came meanwhile takes nothing back', async () => {
    const { tick$, chart, view } = await showTicks();
    tick$.next(tick(3, '101.75'));
    view.rerender(chart([...knownTicks, tick(2, '101.00')]));
    expect(view.container).toHaveTextContent('101.75');
  });
});

describe('value by day', () => {
  const dayMs = 86_400_000;
  const points = (...values: readonly (string | null)[]) =>
    values.map((value, index) => ({ atMs: minute + index * dayMs, value }));
  const linesOf = (view: { container: HTMLElement }) =>
    [...view.container.querySelectorAll('path.highcharts-graph')].map((path) => path.getAttribute('d') ?? '');

  test('it is a picture with a name; a day that is not known is a gap', async () => {
    const whole = await renderWithTexts(<ValueChart name="Value in USDT" points={points('100', '0', '120')} />);
    expect(screen.getByRole('img', { name: 'Value in USDT' })).toBeInTheDocument();
    expect(linesOf(whole).join('').match(/M/g)).toHaveLength(1);
    whole.unmount();
    const broken = await renderWithTexts(<ValueChart name="b" points={points('100', '110', null, '130', '140')} />);
    expect(linesOf(broken).join('').match(/M/g)).toHaveLength(2);
  });

  test('less than nothing is drawn below zero, as far as it is', async () => {
    const view = await renderWithTexts(<ValueChart name="c" points={points('100', '0', '-240.25')} />);
    const heights = [
      ...linesOf(view)
        .join(' ')
        .matchAll(/[ML] [\d.]+ ([\d.]+)/g),
    ].map(([, y]) => Number(y));
    expect(heights).toHaveLength(3);
    const [hundred = 0, nothing = 0, debt = 0] = heights;
    expect((debt - nothing) / (nothing - hundred)).toBeCloseTo(2.4025, 2);
  });
});
