/** Where bars and prices stand on the plot, in px from its top left corner. */
import type { Chart } from 'highcharts';
import type { ChartPlan } from './chartPlan';

export interface Geometry {
  /** The part of the plot that shows prices. */
  readonly priceTop: number;
  readonly priceBottom: number;
  /** The lower end of the last pane. */
  readonly bottom: number;
  readonly plotWidth: number;
  /** By axis. */
  readonly paneTops: ReadonlyMap<number, number>;
  xOf(index: number): number;
  yOf(price: number): number;
  priceAt(y: number): number;
  /** The bar under x, whether or not there is one. */
  indexAt(x: number): number;
}

/** In Highcharts' axes, not in its published types. */
interface AxisBox {
  readonly top: number;
  readonly len: number;
}

export function geometryOf(chart: Chart, plan: ChartPlan): Geometry | undefined {
  const [x] = chart.xAxis;
  const [y] = chart.yAxis;
  if (x === undefined || y === undefined || chart.plotWidth <= 0) return undefined;
  const boxOf = (axis: number) => chart.yAxis[axis] as unknown as AxisBox | undefined;
  const { top, len } = boxOf(0) ?? { top: chart.plotTop, len: chart.plotHeight };
  return {
    priceTop: top,
    priceBottom: top + len,
    bottom: chart.plotTop + chart.plotHeight,
    plotWidth: chart.plotWidth,
    paneTops: new Map(plan.panes.map(({ axis }) => [axis, boxOf(axis)?.top ?? 0])),
    xOf: (index) => x.toPixels(index, false),
    yOf: (price) => y.toPixels(price, false),
    priceAt: (px) => y.toValue(px, false),
    indexAt: (px) => Math.round(x.toValue(px, false)),
  };
}
