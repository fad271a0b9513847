/**
 * Highcharts Stock, picked by hand: core, area, column and candlestick. 65 KB brotli instead of the whole bundle's 117.
 * Left out because we draw or handle it ourselves, in HTML over the plot: tooltip, pointer, legend, range selector,
 * navigator, scrollbar. The series modules register themselves when they are loaded; the order matters.
 *
 * Highcharts' own licence governs its use; see NOTICE.
 */
import Axis from 'highcharts/es-modules/Core/Axis/Axis.js';
import PlotLineOrBand from 'highcharts/es-modules/Core/Axis/PlotLineOrBand/PlotLineOrBand.js';
import Chart from 'highcharts/es-modules/Core/Chart/Chart.js';
import StackingAxis from 'highcharts/es-modules/Core/Axis/Stacking/StackingAxis.js';
import DataLabel from 'highcharts/es-modules/Core/Series/DataLabel.js';
import Defaults from 'highcharts/es-modules/Core/Defaults.js';
import Series from 'highcharts/es-modules/Core/Series/Series.js';
import 'highcharts/es-modules/Series/Line/LineSeries.js';
import 'highcharts/es-modules/Series/Area/AreaSeries.js';
import 'highcharts/es-modules/Series/Column/ColumnSeries.js';
import 'highcharts/es-modules/Series/HLC/HLCSeries.js';
import 'highcharts/es-modules/Series/OHLC/OHLCSeries.js';
import 'highcharts/es-modules/Series/Candlestick/CandlestickSeries.js';
import type * as WholeHighcharts from 'highcharts';

// Every series asks for its data labels, every axis for its plot lines and stacks, even when there are none.
DataLabel.compose(Series);
PlotLineOrBand.compose(Chart, Axis);
StackingAxis.compose(Axis, Chart, Series);
// Nothing that Highcharts prints by itself may be in a language: every label comes from our formatters.
Defaults.setOptions({ lang: { loading: '', noData: '' } });

/** What highcharts-react-official needs of the namespace: the constructor by its name. */
export const Highcharts = {
  chart: (element: HTMLElement, options: WholeHighcharts.Options) => new Chart(element, options),
} as unknown as typeof WholeHighcharts;
