/**
 * The prices of a loan's coins as ticks come. A coin counts while its market is neither halted nor stale and its minute has prices in enough
 * of its seconds. One of which nothing could be said for five minutes stands still: it counts at the last prices that did.
 */
import { add, price, subtract, type Price } from '@tessera/shared/money';
import { loanMeanMs, meanOf, standsAfterMs, standsUntilMs } from '@tessera/shared/trading';
import type { LogTick } from './logWindow';
import type { Mark, Marks } from './marks';

export interface JudgedMark extends Mark {
  /** By its last prices that counted; it is not sold. */
  readonly stands: boolean;
}
/** By market. One that is not in it keeps everything from being decided. */
export type JudgedMarks = ReadonlyMap<string, JudgedMark>;

export interface CollateralPrices {
  /** Ticks come in the order of time. */
  take(tick: LogTick): void;
  at(atMs: number): JudgedMarks;
}

interface Followed {
  readonly symbols: readonly string[];
  readonly meanSeconds: number;
  readonly staleAfterMs: (symbol: string) => number;
  /** From before the first tick. */
  readonly trusted: Marks;
}

/** Ticks of a halt are in the mean, as in the published log; none of them decides. */
export function followPrices({ symbols, meanSeconds, staleAfterMs, trusted: before }: Followed): CollateralPrices {
  const minutes = new Map(symbols.map((symbol) => [symbol, createMinute()]));
  const trusted = new Map<string, Mark>(before);
  return {
    take(tick) {
      const { symbolId: symbol } = tick;
      const minute = minutes.get(symbol);
      const taken = minute?.take(tick);
      if (taken === undefined || tick.isHalted || taken.seconds < meanSeconds) return;
      const { fromSeq, mean } = taken;
      trusted.set(symbol, { symbol, seq: tick.seq, atMs: tick.atMs, fromSeq, newest: price(tick.price), mean });
    },

    at(atMs) {
      const marks = new Map<string, JudgedMark>();
      for (const [symbol, minute] of minutes) {
        const mark = trusted.get(symbol);
        if (mark === undefined) continue;
        const isNewest = minute.newest()?.seq === mark.seq;
        if (isNewest && mark.atMs >= atMs - staleAfterMs(symbol)) marks.set(symbol, { ...mark, stands: false });
        else if (mark.atMs <= atMs - standsAfterMs && mark.atMs > atMs - standsUntilMs)
          marks.set(symbol, { ...mark, stands: true });
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
