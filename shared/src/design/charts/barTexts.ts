/** A bar in words and figures: what the legend prints and what a screen reader hears. */
import type { TFunction } from 'i18next';
import type { Format } from '../../remote-kit/i18n/useFormat';
import { compare, divide, isZero, price, subtract } from '../../domain/money';
import type { Bar } from './Bar';
import type { PlannedLine } from './chartPlan';
import type { TimeLabels } from './timeLabels';

export type Move = 'up' | 'down' | 'same';

export function moveOf({ candle: [, open, , , close] }: Bar): Move {
  return (['down', 'same', 'up'] as const)[compare(price(close), price(open)) + 1] ?? 'same';
}

export interface BarTexts {
  figure(text: string): string;
  /** Of a price on the screen, for its axis and the crosshair. */
  drawnPrice(value: number): string;
  change(bar: Bar): string;
  volume(bar: Bar): string;
  whole(bar: Bar): string;
  /** An indicator's value. '–' where there is none yet. */
  lineValue(line: Pick<PlannedLine, 'kind'>, value: number | null): string;
}

export function barTexts(t: TFunction<'common'>, format: Format, times: TimeLabels, digits: number): BarTexts {
  const figure = (text: string) => format.figure(text, { scale: digits });
  const drawn = (value: number, scale: number) => format.figure(value.toFixed(scale), { scale });
  const change = ({ candle: [, open, , , close] }: Bar) =>
    isZero(price(open))
      ? ''
      : format.rate(divide(subtract(price(close), price(open)), price(open), 6, 'halfEven'), { sign: 'always' });
  return {
    figure,
    change,
    drawnPrice: (value) => drawn(value, digits),
    volume: ({ volume, candle }) => (volume === null ? '' : format.compact(candle[5] ?? '0')),
    whole(bar) {
      const [startMs, open, high, low, close] = bar.candle;
      return t('chart.bar', {
        time: times.full(startMs),
        open: figure(open),
        high: figure(high),
        low: figure(low),
        close: figure(close),
        change: change(bar),
      });
    },
    lineValue({ kind }, value) {
      if (value === null) return '–';
      if (kind === 'vol') return format.compact(value.toFixed(4));
      if (kind === 'kdj' || kind === 'rsi') return drawn(value, 1);
      return drawn(value, kind === 'macd' ? digits + 1 : digits);
    },
  };
}
