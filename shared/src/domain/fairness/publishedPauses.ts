/** The times without prices that the public record names (kind `pause`), of one symbol. */
import * as z from 'zod/mini';
import type { FeedDay } from '../contract/market';
import type { RecordEntry } from './publicRecord';
import { slotMs } from './simulatedPath';

/** Its ends are the ticks before and after it, or the market's opening and close. */
export interface PausedSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

type PauseEntry = Pick<RecordEntry, 'kind' | 'atMs' | 'body'>;
interface NamedPause extends PausedSpan {
  readonly symbol: string;
  readonly hasEnded: boolean;
}

/** The pauses of one symbol on one day. */
export interface PausesOfDay {
  readonly count: number;
  /** Within the day. */
  readonly sumMs: number;
  /** Those of them during which the record names a pause of no other market. */
  readonly alone: number;
}

const dayMs = 86_400_000;

const body = z.object({
  symbols: z.array(z.object({ symbol: z.string(), fromMs: z.int(), toMs: z.nullable(z.int()) })),
});

/** One that had not ended reaches to its publication: its end is published as well. An entry of another form names none. */
const allPauses = (entries: readonly PauseEntry[]): readonly NamedPause[] =>
  entries
    .filter(({ kind }) => kind === 'pause')
    .flatMap(({ atMs, body: text }) =>
      readList(text).map(({ symbol, fromMs, toMs }): NamedPause => ({
        symbol,
        fromMs,
        toMs: toMs ?? atMs,
        hasEnded: toMs !== null,
      })),
    );

/** Each once: one that has ended replaces what was said of it before. */
function eachPause(entries: readonly PauseEntry[]): readonly NamedPause[] {
  const all = allPauses(entries);
  const ended = new Set(all.flatMap(({ symbol, fromMs, hasEnded }) => (hasEnded ? [`${symbol} ${fromMs}`] : [])));
  return all.filter(({ symbol, fromMs, hasEnded }) => hasEnded || !ended.has(`${symbol} ${fromMs}`));
}

export const readPauses = (entries: readonly PauseEntry[], symbol: string): readonly PausedSpan[] =>
  allPauses(entries).flatMap(({ symbol: of, fromMs, toMs }) => (of === symbol ? [{ fromMs, toMs }] : []));

/** A pause is published of more than a second: of a market that opens or closes within it there need be none. */
const steadySlots = 1000 / slotMs;

/**
 * Simulated prices are read out for all markets at once: what kept one from ticking kept every open one. Whether at an instant a market that
 * was open by the day's draw, a second before and after as well, has no pause in the record. Where no other market was, it is whether none
 * that was open at the instant has one.
 */
export function someTicked(
  { day, parameters = {} }: FeedDay,
  symbol: string,
  entries: readonly PauseEntry[],
): (atMs: number) => boolean {
  const dayAtMs = Date.parse(`${day}T00:00:00Z`);
  const all = eachPause(entries).filter((one) => one.toMs >= dayAtMs && one.fromMs <= dayAtMs + dayMs);
  return (atMs) => {
    const slot = (atMs - dayAtMs) / slotMs;
    const others = Object.entries(parameters).flatMap(([other, given]) =>
      other === symbol || !('openSlots' in given) ? [] : [[other, given.openSlots] as const],
    );
    const openFor = (margin: number): readonly string[] =>
      others.flatMap(([other, spans]) =>
        spans.some(([from, to]) => from <= slot - margin && slot + margin < to) ? [other] : [],
      );
    const isPaused = (other: string): boolean =>
      all.some((one) => one.symbol === other && one.fromMs <= atMs && atMs <= one.toMs);
    const [open, steady] = [openFor(0), openFor(steadySlots)];
    return steady.length > 0 ? !steady.every(isPaused) : open.length > 0 && !open.some(isPaused);
  };
}

export function pausesOfDay(day: string, symbol: string, entries: readonly PauseEntry[]): PausesOfDay {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  const all = eachPause(entries);
  const own = all.filter((one) => one.symbol === symbol && one.toMs > fromMs && one.fromMs < fromMs + dayMs);
  const isAlone = ({ fromMs: from, toMs: to }: PausedSpan): boolean =>
    !all.some((one) => one.symbol !== symbol && one.toMs > from && one.fromMs < to);
  return {
    count: own.length,
    sumMs: own.reduce((sum, one) => sum + Math.min(one.toMs, fromMs + dayMs) - Math.max(one.fromMs, fromMs), 0),
    alone: own.filter(isAlone).length,
  };
}

function readList(text: string): z.infer<typeof body>['symbols'] {
  try {
    return body.parse(JSON.parse(text)).symbols;
  } catch {
    return [];
  }
}
