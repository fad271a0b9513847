/**
 * Values of indicators over the whole known history, by the functions of Highcharts' own indicator modules. A chunk of its
 * own: it is asked for when the first indicator is chosen (volume needs none of it). Drawing stays with candleDrawing, which
 * hands Highcharts only what is in sight; a series that Highcharts linked by itself would compute from those few bars alone.
 *
 * Ours: J = 3K - 2D, because Highcharts has no KDJ. Its K and D are the slow stochastic (plain averages, not the smoothed
 * ones of some other programs). RSI gets 12 decimals, because its default of four would round the steps of a currency away.
 */
import '../highcharts';
import SMAIndicator from 'highcharts/es-modules/Stock/Indicators/SMA/SMAIndicator.js';
import EMAIndicator from 'highcharts/es-modules/Stock/Indicators/EMA/EMAIndicator.js';
import BBIndicator from 'highcharts/es-modules/Stock/Indicators/BB/BBIndicator.js';
import MACDIndicator from 'highcharts/es-modules/Stock/Indicators/MACD/MACDIndicator.js';
import RSIIndicator from 'highcharts/es-modules/Stock/Indicators/RSI/RSIIndicator.js';
import 'highcharts/es-modules/Stock/Indicators/Stochastic/StochasticIndicator.js';
import SlowStochasticIndicator from 'highcharts/es-modules/Stock/Indicators/SlowStochastic/SlowStochasticIndicator.js';
import type { IndicatorClass, IndicatorRow } from 'highcharts/es-modules/Stock/Indicators/SMA/SMAIndicator.js';
import type { Bar } from '../Bar';
import type { Indicator, IndicatorLine } from './indicator';

/** Place of the closing price in a row of open, high, low, close. */
const closing = 3;

export type Calculate = (indicator: Indicator, bars: readonly Bar[]) => readonly IndicatorLine[];

export const calculate: Calculate = ({ kind, params }, bars) => {
  const source = {
    xData: bars.map((_, index) => index),
    yData: bars.map(({ open, high, low, close }) => [open, high, low, close]),
  };
  const rowsOf = (indicator: IndicatorClass, options: object): readonly IndicatorRow[] =>
    bars.length === 0 ? [] : (indicator.prototype.getValues(source, { index: closing, ...options })?.values ?? []);
  const column = (rows: readonly IndicatorRow[], place: number): IndicatorLine => {
    const line: (number | null)[] = Array.from({ length: bars.length }, () => null);
    for (const row of rows) {
      const value = row[place];
      if (row[0] !== null && row[0] !== undefined && typeof value === 'number' && Number.isFinite(value)) line[row[0]] = value;
    }
    return line;
  };
  const perPeriod = (indicator: IndicatorClass, options: object = {}): IndicatorLine[] =>
    params.map((period) => column(rowsOf(indicator, { period, ...options }), 1));
  const [first, second, third] = params;

  switch (kind) {
    case 'ma':
      return perPeriod(SMAIndicator);
    case 'ema':
      return perPeriod(EMAIndicator);
    case 'rsi':
      return perPeriod(RSIIndicator, { decimals: 12 });
    case 'boll': {
      const rows = rowsOf(BBIndicator, { period: first, standardDeviation: second });
      return [column(rows, 1), column(rows, 2), column(rows, 3)];
    }
    case 'macd': {
      const rows = rowsOf(MACDIndicator, { shortPeriod: first, longPeriod: second, signalPeriod: third });
      return [column(rows, 3), column(rows, 2), column(rows, 1)];
    }
    case 'kdj': {
      const rows = rowsOf(SlowStochasticIndicator, { index: undefined, periods: [first, second, third] });
      const [k, d] = [column(rows, 1), column(rows, 2)];
      const j = k.map((value, index) => {
        const smoothed = d[index];
        return value === null || smoothed === null || smoothed === undefined ? null : 3 * value - 2 * smoothed;
      });
      return [k, d, j];
    }
    case 'vol':
      return [bars.map(({ volume }) => volume)];
  }
};
