/**
 * Follows the prices of a loan's coins through the ticks. A coin decides while its market is neither halted nor stale and enough seconds of its
 * minute have prices. A coin that does not decide counts at its last deciding prices: by rule 3 at once, by rule 2 after five minutes.
 */
import { add, price, subtract, type Price } from '@tessera/shared/money';
import { coinCountsMs, loanMeanMs, meanOf, standsAfterMs, standsUntilMs } from '@tessera/shared/trading';
import type { LoanRow } from './loanRow';
import type { LogTick } from './logWindow';
import type { Mark, Marks } from './marks';

export interface JudgedMark extends Mark {
  /** It counts at its last deciding prices and is not sold. */
  readonly stands: boolean;
}
/** By market. A market that is missing counts for nothing; by rule 2 it blocks every decision. */
export type JudgedMarks = ReadonlyMap<string, JudgedMark>;

export interface CollateralPrices {
  /** Takes the next tick, in order of time. */
  take(tick: LogTick): void;
  /** Markets without known deciding prices. */
  missing(): readonly string[];
  /** Sets their last deciding prices, from before the first tick. */
  know(marks: Marks): void;
  at(atMs: number): JudgedMarks;
}

interface Followed {
  readonly symbols: readonly string[];
  readonly terms: Pick<LoanRow, 'ruleVersion' | 'meanSeconds' | 'freshSeconds'>;
  readonly staleAfterMs: (symbol: string) => number;
  /** A tick before this instant decides nothing, because the minute up to it is incomplete. */
  readonly wholeFromMs: number;
}

/** Ticks of a halt count in the mean, as in the published log, but none of them decides. */
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
