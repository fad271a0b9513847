/** Technical indicators as a caller chooses them, and the lines that each of them draws. The computing is in calculate.ts. */

/** Drawn over the bars. */
export type OverlayKind = 'ma' | 'ema' | 'boll';
/** Drawn in a pane of their own below the bars. */
export type PaneKind = 'vol' | 'macd' | 'kdj' | 'rsi';
export type IndicatorKind = OverlayKind | PaneKind;

/**
 * Parameters by kind: ma, ema, rsi one period for each line; boll period and width in standard deviations; macd short, long
 * and signal period; kdj period and the two smoothings; vol none.
 */
export interface Indicator {
  readonly kind: IndicatorKind;
  readonly params: readonly number[];
}

/** One value for each bar; null where there are not yet enough bars. */
export type IndicatorLine = readonly (number | null)[];

/** Lines by their colour (--color-series-1 …); falling and rising columns take the colours of bars. */
export type LineTone = 1 | 2 | 3 | 4 | 5 | 6;
export interface LineShape {
  /** Printed before its value: "MA7", "DIF". */
  readonly label: string;
  readonly shape: 'line' | 'columns';
  readonly tone: LineTone;
  /** Apart from other lines over the bars by more than a colour. */
  readonly isDashed?: boolean;
}

const line = (label: string, tone: LineTone): LineShape => ({ label, shape: 'line', tone });
const dashed = (label: string, tone: LineTone): LineShape => ({ ...line(label, tone), isDashed: true });
const perPeriod = (name: string, params: readonly number[], tones: readonly LineTone[] = [1, 2, 3]): LineShape[] =>
  params.map((period, index) => line(`${name}${period}`, tones[index] ?? 1));

/** In the order in which calculate() answers them. The names are those that every charting program prints, in any language. */
export function linesOf({ kind, params }: Indicator): readonly LineShape[] {
  switch (kind) {
    case 'ma':
      return perPeriod('MA', params);
    case 'ema':
      return perPeriod('EMA', params, [4, 5, 6]);
    case 'boll':
      return [dashed('UP', 4), dashed('MID', 5), dashed('LOW', 6)];
    case 'vol':
      return [{ label: 'VOL', shape: 'columns', tone: 1 }];
    case 'macd':
      return [line('DIF', 1), line('DEA', 2), { label: 'MACD', shape: 'columns', tone: 3 }];
    case 'kdj':
      return [line('K', 1), line('D', 2), line('J', 3)];
    case 'rsi':
      return perPeriod('RSI', params);
  }
}

export const isPane = (kind: IndicatorKind): kind is PaneKind =>
  kind === 'vol' || kind === 'macd' || kind === 'kdj' || kind === 'rsi';

/** What stands before the values of its lines: "BOLL(20,2)". Where each line names its period there is nothing to add. */
export const headOf = ({ kind, params }: Indicator): string =>
  kind === 'boll' || kind === 'macd' || kind === 'kdj' ? `${kind.toUpperCase()}(${params.join(',')})` : '';
