/** What a candle drawing knows, shared by the parts that draw it: the bars, the view, and what was drawn of them last. */
import type { Chart } from 'highcharts';
import type { Bar } from './Bar';
import type { ChartPlan } from './chartPlan';
import { createIndicatorValues, type IndicatorValues } from './indicators/indicatorValues';
import type { PriceRange } from './priceExtremes';
import type { MarkZone, TimeMark } from './timeMarks';
import type { Bounds, View } from './view';

export type CandleKind = 'candles' | 'line';

/** Where a person was looking: handed to the next chart when this one is made again (other indicators, full screen). */
export interface ViewMemory {
  key?: string | undefined;
  count?: number;
  /** Bars between the right edge and where it stands while following. */
  behind?: number;
}

export interface CandleDrawingSettings {
  readonly plan: ChartPlan;
  readonly smallestStep: number;
  readonly zone: MarkZone;
  readonly memory: ViewMemory;
  /** After what Highcharts does not tell by its redraw event: the place to move overlays. */
  onDrawn(): void;
  onNeedOlder(): void;
}

export interface CandleScene {
  readonly chart: Chart;
  readonly settings: CandleDrawingSettings;
  readonly values: IndicatorValues;
  bars: Bar[];
  /** The number of the oldest bar. */
  first: number;
  key: string | undefined;
  view: View | undefined;
  kind: CandleKind;
  range: PriceRange | undefined;
  readonly paneRanges: Map<number, PriceRange>;
  marked: readonly number[];
  hasOlder: boolean;
  marks: readonly TimeMark[];
  marksMadeFor: string;
  /** A bar changed since the indicators were computed. */
  areValuesOld: boolean;
  /** How wide a candle is, in px. */
  body: number;
  askedOlderFor: number | undefined;
}

/** How far the view may be pulled beyond the oldest bar while older ones are on their way. */
const olderRoom = 8;

export const candleScene = (chart: Chart, settings: CandleDrawingSettings): CandleScene => ({
  chart,
  settings,
  values: createIndicatorValues(settings.plan),
  bars: [],
  first: 0,
  key: undefined,
  view: undefined,
  kind: 'candles',
  range: undefined,
  paneRanges: new Map(),
  marked: [],
  hasOlder: false,
  marks: [],
  marksMadeFor: '',
  areValuesOld: true,
  body: 1,
  askedOlderFor: undefined,
});

export const boundsOf = ({ first, bars, hasOlder }: CandleScene): Bounds => ({
  first,
  last: first + bars.length - 1,
  olderRoom: hasOlder ? olderRoom : 0,
});
