/**
 * The charts facade: one shared module for host and remotes, in a chunk of its own that only pages with a chart load
 * (`lazy(() => import('@tessera/shared/charts'))`). Highcharts is reached through here and nowhere else.
 */
export { CandleChart } from './CandleChart';
export type { CandleChartProps, ChartView } from './CandleChartProps';
export type { CandleKind, ViewMemory } from './candleScene';
export type { GestureFit } from './gestures';
export type { Indicator, IndicatorKind, OverlayKind, PaneKind } from './indicators/indicator';
export type { MarkerDetail, MarkerTone, PointMarker, PriceMarker } from './markers';
export { TickChart } from './TickChart';
export type { TickChartProps } from './TickChart';
export type { ChartRun, ChartTick } from './tickWindow';
export { ValueChart } from './ValueChart';
export type { ValueChartProps, ValuePoint } from './ValueChart';
