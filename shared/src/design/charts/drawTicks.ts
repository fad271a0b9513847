/** Hands Highcharts the ticks in sight and the ranges around them. */
import type { Chart } from 'highcharts';
import { drawingNumber } from './Bar';
import type { DrawnTick } from './DrawnTick';
import type { PriceMarker } from './markers';
import { priceExtremes } from './priceExtremes';
import { thinned, tickWindow, type ChartRun } from './tickWindow';

/** How many ticks are drawn at most; the span decides the bucket. */
const maxDrawn = 240;

/** False when there is nothing to draw, or nothing to draw on. */
export function drawTicks(
  chart: Chart | undefined,
  drawn: readonly DrawnTick[],
  {
    digits,
    run,
    priceMarkers,
  }: { readonly digits: number; readonly run: ChartRun | undefined; readonly priceMarkers: readonly PriceMarker[] },
): boolean {
  const newest = drawn.at(-1);
  const [timeAxis] = chart?.xAxis ?? [];
  const [priceAxis] = chart?.yAxis ?? [];
  if (chart === undefined || newest === undefined || timeAxis === undefined || priceAxis === undefined) return false;
  const { fromMs, toMs } = tickWindow(newest.atMs, run);
  const inSight = drawn.filter(({ atMs }) => atMs >= fromMs - 5000);
  const shown = thinned(inSight, Math.max(1, (toMs - fromMs) / maxDrawn));
  const range = priceExtremes(
    inSight.map(({ value }) => ({ low: value, high: value })),
    {
      smallest: 10 ** -digits,
      alsoShow: priceMarkers.map((marker) => drawingNumber(marker.price)),
    },
  );
  chart.series[0]?.setData(
    shown.map(({ atMs, value }) => [atMs, value]),
    false,
    false,
    true,
  );
  timeAxis.setExtremes(fromMs, toMs, false, false);
  if (range !== undefined) priceAxis.setExtremes(range.min, range.max, false, false);
  chart.redraw(false);
  return true;
}
