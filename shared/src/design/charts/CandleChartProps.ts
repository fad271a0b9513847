/** What a candle chart is given, and what it tells of its view. */
import type { Observable } from '@tessera/shared/kernel';
import type { Candle, CandleFrame } from '../../domain/contract';
import type { CandleKind, ViewMemory } from './candleScene';
import type { GestureFit } from './gestures';
import type { Indicator } from './indicators/indicator';
import type { PointMarker, PriceMarker } from './markers';

/** What is in sight. */
export interface ChartView {
  readonly candles: readonly Candle[];
  /** The running bar, in sight or not. */
  readonly newest: Candle;
}

export interface CandleChartProps {
  /** What it shows, for those who do not see it: "BTC-USDT, 5 minutes". */
  readonly name: string;
  /** Oldest first. Prepending older ones leaves the view where it is. */
  readonly candles: readonly Candle[];
  /** Symbol and frame: a new key starts a new view. */
  readonly seriesKey: string;
  readonly frame: CandleFrame;
  /** Digits of the price. */
  readonly digits: number;
  readonly kind?: CandleKind | undefined;
  /** Volume alone when left out. Volume is left out itself where no bar has one. */
  readonly indicators?: readonly Indicator[] | undefined;
  /** The bar that is being made; each value replaces the last bar or begins the next. */
  readonly running$?: Observable<Candle> | undefined;
  readonly priceMarkers?: readonly PriceMarker[] | undefined;
  readonly pointMarkers?: readonly PointMarker[] | undefined;
  /** Older bars can be had: their place can be pulled into sight. */
  readonly hasOlder?: boolean | undefined;
  /** Called once for each oldest bar when a person comes near it. */
  readonly onNeedOlder?: (() => void) | undefined;
  /** After each drawing. */
  readonly onView?: ((view: ChartView) => void) | undefined;
  /** The indicators' chunk did not come. */
  readonly onIndicatorsFailed?: (() => void) | undefined;
  /** How it lies on the screen: within a page that scrolls, alone on the screen, alone and turned to its side. */
  readonly fit?: GestureFit | undefined;
  /** The same object given to another chart of the series lets that one begin where this one was looking. */
  readonly memory?: ViewMemory | undefined;
}
