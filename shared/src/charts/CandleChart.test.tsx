import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Subject } from '@tessera/shared/kernel';
import type { Candle } from '../contract';
import { renderWithTexts } from '../testing/renderWithTexts';
import { CandleChart } from './CandleChart';

const minute = Date.UTC(2025, 5, 2, 12);
const candles = (count: number, fromMs = minute): Candle[] =>
  Array.from({ length: count }, (_, place) => [fromMs + place * 60_000, `10${place % 10}.50`, `11${place % 10}.25`, `9${place % 10}.75`, `10${place % 10}.80`, '3.5']);

async function show(props: Partial<Parameters<typeof CandleChart>[0]> = {}) {
  const chart = (more: Partial<Parameters<typeof CandleChart>[0]> = {}) => (
    <CandleChart name="BTC/USDT, 1 minute" candles={candles(80)} seriesKey="BTC-USDT/1m" frame="1m" digits={2} {...props} {...more} />
  );
  const view = await renderWithTexts(chart());
  return { view, chart, slider: screen.getByRole('slider') };
}
const frame = () => act(() => new Promise<void>((resolve) => { requestAnimationFrame(() => resolve()); }));

describe('candle chart', () => {
  test('it tells what it shows and what the newest bar was', async () => {
    const { slider } = await show();
    expect(slider).toHaveAccessibleName('BTC/USDT, 1 minute, price chart');
    expect(slider).toHaveAttribute('aria-valuemax', '79');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/open 109\.50, high 119\.25, low 99\.75, close 109\.80, change \+0\.27%/);
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
});
