/**
 * The prices of a loan's coins as ticks come. A coin decides while its market is neither halted nor stale and its minute has prices in enough
 * of its seconds. One that does not counts at the last prices that did: by rule 3 at once, by rule 2 after five minutes.
 */
import { add, price, subtract, type Price } from '@tessera/shared/money';
import { coinCountsMs, loanMeanMs, meanOf, standsAfterMs, standsUntilMs } from '@tessera/shared/trading';
import type { LoanRow } from './loanRow';
import type { LogTick } from './logWindow';
import type { Mark, Marks } from './marks';

export interface JudgedMark extends Mark {
  /** By its last prices that decided; it is not sold. */
  readonly stands: boolean;
}
/** By market. One that is not in it counts for nothing; by rule 2 it keeps everything from being decided. */
export type JudgedMarks = ReadonlyMap<string, JudgedMark>;

export interface CollateralPrices {
  /** Ticks come in the order of time. */
  take(tick: LogTick): void;
  /** Markets of which no prices that decide are known. */
  missing(): readonly string[];
  /** Their last ones, of before the first tick that came. */
  know(marks: Marks): void;
  at(atMs: number): JudgedMarks;
}

interface Followed {
  readonly symbols: readonly string[];
  readonly terms: Pick<LoanRow, 'ruleVersion' | 'meanSeconds' | 'freshSeconds'>;
  readonly staleAfterMs: (symbol: string) => number;
  /** Before that the minute up to a tick is not whole: it decides nothing. */
  readonly wholeFromMs: number;
}

/** Ticks of a halt are in the mean, as in the published log; none of them decides. */
export function followPrices({ symbols, terms, staleAfterMs, wholeFromMs }: Followed): CollateralPrices {
  const { ruleVersion, meanSeconds, freshSeconds } = terms;
  const minutes = new Map(symbols.map((symbol) => [symbol, createMinute()]));
  const trusted = new Map<string, Mark>();
  const freshMs = (symbol: string): number => (freshSeconds === null ? staleAfterMs(symbol) : freshSeconds * 1000);
  const isCounting = ({ atMs: told }: Mark, atMs: number): boolean =>
    ruleVersion === 2 ? told <= atMs - standsAfterMs && told > atMs - standsUntilMs : told > atMs - coinCountsMs;
  return {
    take(tick) {
      const { symbolId: symbol } = tick;
      const minute = minutes.get(symbol);
      const taken = minute?.take(tick);
      if (taken === undefined || tick.isHalted || taken.seconds < meanSeconds || tick.atMs <= wholeFromMs) return;
      const { fromSeq, mean } = taken;
      trusted.set(symbol, { symbol, seq: tick.seq, atMs: tick.atMs, fromSeq, newest: price(tick.price), mean });
    },

    missing: () => symbols.filter((symbol) => !trusted.has(symbol)),
    know(marks) {
      for (const [symbol, mark] of marks) if (!trusted.has(symbol)) trusted.set(symbol, mark);
    },

    at(atMs) {
      const marks = new Map<string, JudgedMark>();
      for (const [symbol, minute] of minutes) {
        const mark = trusted.get(symbol);
        if (mark === undefined) continue;
        const isNewest = minute.newest()?.seq === mark.seq;
        if (isNewest && mark.atMs >= atMs - freshMs(symbol)) marks.set(symbol, { ...mark, stands: false });
        else if (isCounting(mark, atMs)) marks.set(symbol, { ...mark, stands: true });
      }
      return marks;
    },
  };
}

interface Minute {
  /** Of the minute up to this tick. */
  take(tick: LogTick): { readonly fromSeq: number; readonly mean: Price; readonly seconds: number };
  newest(): LogTick | undefined;
}

function createMinute(): Minute {
  const ticks: LogTick[] = [];
  const bySecond = new Map<number, number>();
  let sum = price('0');
  function count(tick: LogTick, by: 1 | -1): void {
    const second = Math.floor(tick.atMs / 1000);
    const ticksOf = (bySecond.get(second) ?? 0) + by;
    if (ticksOf === 0) bySecond.delete(second);
    else bySecond.set(second, ticksOf);
    sum = by === 1 ? add(sum, price(tick.price)) : subtract(sum, price(tick.price));
  }
  return {
    newest: () => ticks.at(-1),
    take(tick) {
      ticks.push(tick);
      count(tick, 1);
      let first = ticks[0] ?? tick;
      while (first.atMs <= tick.atMs - loanMeanMs) {
        count(first, -1);
        ticks.shift();
        first = ticks[0] ?? tick;
      }
      return { fromSeq: first.seq, mean: meanOf(sum, ticks.length), seconds: bySecond.size };
    },
  };
}
