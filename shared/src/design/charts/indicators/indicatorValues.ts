/** The values behind the lines of a plan: computed for the whole history, asked for by the index of a bar. */
import type { Bar } from '../Bar';
import type { ChartPlan, PlannedLine, PlannedPane } from '../chartPlan';
import type { PriceRange } from '../priceExtremes';
import type { Calculate } from './calculate';
import type { IndicatorLine } from './indicator';

export interface IndicatorValues {
  /** Volume needs none; everything else stays without values until it is here. */
  setCalculate(calculate: Calculate): void;
  /** Call at most once for each drawing, and only after a bar changed. */
  compute(bars: readonly Bar[]): void;
  /** `index` counts from the oldest bar. */
  at(line: PlannedLine, index: number): number | null;
  /** Lowest and highest value of the given lines among the bars of a span, both included. */
  span(lines: readonly PlannedLine[], from: number, to: number): readonly [number, number] | undefined;
}

export function createIndicatorValues({ indicators }: ChartPlan): IndicatorValues {
  let calculate: Calculate | undefined;
  let values: readonly (readonly IndicatorLine[])[] = [];
  const at = ({ indicator, output }: PlannedLine, index: number) => values[indicator]?.[output]?.[index] ?? null;
  return {
    setCalculate(given) {
      calculate = given;
    },
    compute(bars) {
      values = indicators.map((one) =>
        one.kind === 'vol' ? [bars.map(({ volume }) => volume)] : (calculate?.(one, bars) ?? []),
      );
    },
    at,
    span(lines, from, to) {
      let [low, high] = [Infinity, -Infinity];
      for (const line of lines) {
        for (let index = from; index <= to; index += 1) {
          const value = at(line, index);
          if (value === null) continue;
          if (value < low) low = value;
          if (value > high) high = value;
        }
      }
      return low > high ? undefined : [low, high];
    },
  };
}

/** How high a pane is. The air above keeps the columns off its legend. */
export function paneRange({ kind }: PlannedPane, span: readonly [number, number] | undefined): PriceRange {
  const [low, high] = span ?? [0, 1];
  if (kind === 'rsi') return { min: 0, max: 100 };
  if (kind === 'kdj') {
    const [min, max] = [Math.min(0, low), Math.max(100, high)];
    return { min: min - (max - min) * 0.04, max: max + (max - min) * 0.25 };
  }
  if (kind === 'vol') return { min: 0, max: high > 0 ? high * 1.25 : 1 };
  const reach = Math.max(Math.abs(low), Math.abs(high)) * 1.25;
  return reach > 0 ? { min: -reach, max: reach } : { min: -1, max: 1 };
}

/** Where a pane is labelled: the usual bounds of an oscillator, the tallest column, the zero of a difference. */
export function paneTicks({ kind }: PlannedPane, range: PriceRange): number[] {
  switch (kind) {
    case 'rsi':
      return [30, 70];
    case 'kdj':
      return [20, 80];
    case 'vol':
      return [range.max / 1.25];
    case 'macd':
      return [0];
  }
}
