/** What a candle plot is made of and shows: the chart's own props, settled, and what was made of them. */
import type { BarTexts } from './barTexts';
import type { CandleChartProps } from './CandleChartProps';
import type { ChartPlan } from './chartPlan';
import type { TimeLabels } from './timeLabels';
import type { MarkZone } from './timeMarks';
import type { Parts } from './useParts';

type Settled = 'candles' | 'seriesKey' | 'digits' | 'kind' | 'priceMarkers' | 'pointMarkers' | 'hasOlder' | 'fit';
type Given = { readonly [Name in Settled]: NonNullable<CandleChartProps[Name]> } & Pick<
  CandleChartProps,
  'running$' | 'onNeedOlder' | 'onView' | 'onIndicatorsFailed' | 'memory'
>;

export type CandlePlotParts = Given & {
  readonly plan: ChartPlan;
  readonly gutter: number;
  /** A new key is a new chart. */
  readonly chartKey: string;
  readonly zone: MarkZone;
  readonly texts: BarTexts;
  readonly times: TimeLabels;
  readonly parts: Parts;
};
