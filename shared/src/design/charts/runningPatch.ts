/**
 * Rewrites what the running bar changes, and nothing else: the path of one candle, the end of a line, one column. Each
 * answers false when that is not enough (not drawn yet, or out of the present range): then everything is drawn again.
 */
import type { Axis, Chart, SVGAttributes } from 'highcharts';
import type { Bar } from './Bar';
import { candlePath, type CandlePlace } from './candlePath';

/** What Highcharts keeps of a drawn point; not in its published types. */
interface DrawnPoint extends CandlePlace {
  x: number;
  y: number;
  plotY: number;
  graphic?: { attr(attributes: SVGAttributes): void };
}
interface DrawnSeries {
  readonly points: readonly DrawnPoint[];
  readonly yAxis: Axis;
  pointAttribs(point: DrawnPoint): SVGAttributes;
  drawGraph(): void;
}

function lastPoint(
  chart: Chart,
  series: number,
  index: number,
): { readonly drawn: DrawnSeries; readonly point: DrawnPoint } | undefined {
  const drawn = chart.series[series] as unknown as DrawnSeries | undefined;
  const point = drawn?.points.at(-1);
  return drawn === undefined || point?.x !== index ? undefined : { drawn, point };
}

export function patchCandle(chart: Chart, series: number, index: number, bar: Bar, body: number): boolean {
  const found = lastPoint(chart, series, index);
  if (found?.point.graphic === undefined) return false;
  const { drawn, point } = found;
  const y = (price: number) => drawn.yAxis.toPixels(price, true);
  Object.assign(point, { open: bar.open, high: bar.high, low: bar.low, close: bar.close, y: bar.close });
  Object.assign(point, { plotOpen: y(bar.open), plotHigh: y(bar.high), plotClose: y(bar.close), yBottom: y(bar.low) });
  found.point.graphic.attr({ ...drawn.pointAttribs(point), d: candlePath(point, body) } as SVGAttributes);
  return true;
}

export function patchLine(chart: Chart, series: number, index: number, value: number | null): boolean {
  const found = lastPoint(chart, series, index);
  if (found === undefined) return value === null;
  if (value === null) return false;
  found.point.y = value;
  found.point.plotY = found.drawn.yAxis.toPixels(value, true);
  found.drawn.drawGraph();
  return true;
}

export function patchColumn(chart: Chart, series: number, index: number, value: number | null, color: string): boolean {
  const found = lastPoint(chart, series, index);
  if (found === undefined) return value === null;
  const { point, drawn } = found;
  if (value === null || point.graphic === undefined) return false;
  const [zero, end] = [drawn.yAxis.toPixels(0, true), drawn.yAxis.toPixels(value, true)];
  point.y = value;
  point.graphic.attr({ y: Math.min(zero, end), height: Math.abs(zero - end), fill: color } as SVGAttributes);
  return true;
}
