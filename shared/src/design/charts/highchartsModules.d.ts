/**
 * Highcharts ships types for its whole bundles only. These are the parts that highcharts.ts picks by hand, typed by what
 * it uses of them.
 */
declare module 'highcharts/es-modules/Core/Chart/Chart.js' {
  import type { Chart as WholeChart, Options } from 'highcharts';
  const Chart: new (element: HTMLElement, options: Options) => WholeChart;
  export default Chart;
}
declare module 'highcharts/es-modules/Core/Axis/Axis.js' {
  const Axis: object;
  export default Axis;
}
declare module 'highcharts/es-modules/Core/Axis/PlotLineOrBand/PlotLineOrBand.js' {
  const PlotLineOrBand: { compose(chart: object, axis: object): void };
  export default PlotLineOrBand;
}
declare module 'highcharts/es-modules/Core/Axis/Stacking/StackingAxis.js' {
  const StackingAxis: { compose(axis: object, chart: object, series: object): void };
  export default StackingAxis;
}
declare module 'highcharts/es-modules/Core/Series/Series.js' {
  const Series: object;
  export default Series;
}
declare module 'highcharts/es-modules/Core/Series/DataLabel.js' {
  const DataLabel: { compose(series: object): void };
  export default DataLabel;
}
declare module 'highcharts/es-modules/Core/Defaults.js' {
  import type { Options } from 'highcharts';
  const Defaults: { setOptions(options: Options): Options };
  export default Defaults;
}
declare module 'highcharts/es-modules/Series/Line/LineSeries.js';
declare module 'highcharts/es-modules/Series/Area/AreaSeries.js';
declare module 'highcharts/es-modules/Series/Column/ColumnSeries.js';
declare module 'highcharts/es-modules/Series/HLC/HLCSeries.js';
declare module 'highcharts/es-modules/Series/OHLC/OHLCSeries.js';
declare module 'highcharts/es-modules/Series/Candlestick/CandlestickSeries.js';
declare module 'highcharts/es-modules/Stock/Indicators/SMA/SMAIndicator.js' {
  /** Place of the bar, then the values. */
  export type IndicatorRow = readonly (number | null | undefined)[];
  export interface IndicatorClass {
    readonly prototype: {
      getValues(
        source: { readonly xData: readonly number[]; readonly yData: readonly (readonly number[])[] },
        params: object,
      ): { readonly values: readonly IndicatorRow[] } | undefined;
    };
  }
  const SMAIndicator: IndicatorClass;
  export default SMAIndicator;
}
declare module 'highcharts/es-modules/Stock/Indicators/EMA/EMAIndicator.js' {
  import type { IndicatorClass } from 'highcharts/es-modules/Stock/Indicators/SMA/SMAIndicator.js';
  const EMAIndicator: IndicatorClass;
  export default EMAIndicator;
}
declare module 'highcharts/es-modules/Stock/Indicators/BB/BBIndicator.js' {
  import type { IndicatorClass } from 'highcharts/es-modules/Stock/Indicators/SMA/SMAIndicator.js';
  const BBIndicator: IndicatorClass;
  export default BBIndicator;
}
declare module 'highcharts/es-modules/Stock/Indicators/MACD/MACDIndicator.js' {
  import type { IndicatorClass } from 'highcharts/es-modules/Stock/Indicators/SMA/SMAIndicator.js';
  const MACDIndicator: IndicatorClass;
  export default MACDIndicator;
}
declare module 'highcharts/es-modules/Stock/Indicators/RSI/RSIIndicator.js' {
  import type { IndicatorClass } from 'highcharts/es-modules/Stock/Indicators/SMA/SMAIndicator.js';
  const RSIIndicator: IndicatorClass;
  export default RSIIndicator;
}
declare module 'highcharts/es-modules/Stock/Indicators/Stochastic/StochasticIndicator.js';
declare module 'highcharts/es-modules/Stock/Indicators/SlowStochastic/SlowStochasticIndicator.js' {
  import type { IndicatorClass } from 'highcharts/es-modules/Stock/Indicators/SMA/SMAIndicator.js';
  const SlowStochasticIndicator: IndicatorClass;
  export default SlowStochasticIndicator;
}
