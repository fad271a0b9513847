/**
 * Which line goes into which series and onto which axis. Series 0 and 1 are the bars (candles, line), axis 0 is the price;
 * overlays share it, every pane has an axis below. A new choice of indicators is a new plan, and a new plan a new chart.
 */
import { isPane, linesOf, type Indicator, type IndicatorKind, type LineShape, type PaneKind } from './indicators/indicator';

export interface PlannedLine extends LineShape {
  readonly id: string;
  readonly kind: IndicatorKind;
  /** Place of its indicator in the choice, and of the line among what that answers. */
  readonly indicator: number;
  readonly output: number;
  readonly series: number;
  readonly axis: number;
}
export interface PlannedPane {
  readonly kind: PaneKind;
  readonly axis: number;
  /** Shares of the plot's height. */
  readonly top: number;
  readonly height: number;
}
export interface ChartPlan {
  readonly indicators: readonly Indicator[];
  readonly overlays: readonly Indicator[];
  readonly lines: readonly PlannedLine[];
  readonly panes: readonly PlannedPane[];
}

/** Places in the `series` of candleChartOptions. */
export const barSeries = { candles: 0, line: 1 } as const;
const firstLineSeries = 2;

/** One pane takes two ninths of the plot; four together a little more than half. */
const paneShare = (panes: number): number => 1 / (3.5 + panes);

export function chartPlan(indicators: readonly Indicator[]): ChartPlan {
  const paneKinds = indicators.map(({ kind }) => kind).filter(isPane);
  const share = paneShare(paneKinds.length);
  const panes = paneKinds.map((kind, index): PlannedPane => ({
    kind,
    axis: index + 1,
    top: 1 - (paneKinds.length - index) * share,
    height: share,
  }));
  let series = firstLineSeries;
  const lines = indicators.flatMap((one, indicator) =>
    linesOf(one).map((shape, output): PlannedLine => {
      const axis = panes.find(({ kind }) => kind === one.kind)?.axis ?? 0;
      const line = { ...shape, id: `${one.kind}${output}`, kind: one.kind, indicator, output, series, axis };
      series += 1;
      return line;
    }),
  );
  return { indicators, overlays: indicators.filter(({ kind }) => !isPane(kind)), lines, panes };
}
