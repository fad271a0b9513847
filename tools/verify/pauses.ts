/** The times without prices that the public record names. */
import { bodyOf } from './bodyOf';
import type { Day, Entry } from './shapes';

/** Its ends are the ticks before and after it. */
export interface Pause {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Paused {
  readonly symbols?: readonly { readonly symbol: string; readonly fromMs: number; readonly toMs: number | null }[];
}
interface Named extends Pause {
  readonly symbol: string;
  readonly hasEnded: boolean;
}

export const dayMs = 86_400_000;
const slotMs = 250;

const listOf = <One>(value: readonly One[] | undefined): readonly One[] => (Array.isArray(value) ? value : []);

/** One that had not ended reaches to its publication: its end is published as well. */
const named = (entries: readonly Entry[]): readonly Named[] =>
  entries
    .filter(({ kind }) => kind === 'pause')
    .flatMap(({ atMs, body }) =>
      listOf(bodyOf<Paused>({ body }).symbols).map(({ symbol, fromMs, toMs }): Named => ({
        symbol,
        fromMs,
        toMs: toMs ?? atMs,
        hasEnded: toMs !== null,
      })),
    );

/** Each once: one that has ended replaces what was said of it before. */
function each(entries: readonly Entry[]): readonly Named[] {
  const all = named(entries);
  const ended = new Set(all.flatMap(({ symbol, fromMs, hasEnded }) => (hasEnded ? [`${symbol} ${fromMs}`] : [])));
  return all.filter(({ symbol, fromMs, hasEnded }) => hasEnded || !ended.has(`${symbol} ${fromMs}`));
}

const isWhole = (entries: readonly Entry[]): boolean => entries.length > 0 && entries.at(-1)?.seq === entries.length;

/** undefined: not every entry is known, so a pause may be among those that are not. */
export const pausesOf = (symbol: string, entries: readonly Entry[]): Pause[] | undefined =>
  isWhole(entries)
    ? named(entries).flatMap(({ symbol: of, fromMs, toMs }) => (of === symbol ? [{ fromMs, toMs }] : []))
    : undefined;

/** Only of more than a second a pause is published: one that opens or closes meanwhile may have none. */
const secondOfSlots = 1000 / slotMs;

/**
 * Simulated prices are read out for all markets at once: what kept one from ticking kept every open one. Whether, at an instant, one that the
 * draw has open from a second before to a second after has no pause in the record; where there is none such, whether none of those that are
 * open has one.
 */
export function someTicked(
  { day, parameters = {} }: Pick<Day, 'day' | 'parameters'>,
  symbol: string,
  entries: readonly Entry[],
): (atMs: number) => boolean {
  const dayAtMs = Date.parse(`${day}T00:00:00Z`);
  const all = each(entries).filter((one) => one.toMs >= dayAtMs && one.fromMs <= dayAtMs + dayMs);
  return (atMs) => {
    const slot = (atMs - dayAtMs) / slotMs;
    const hasPause = (other: string): boolean =>
      all.some((one) => one.symbol === other && one.fromMs <= atMs && atMs <= one.toMs);
    let [steady, steadyPaused, open, openPaused] = [0, 0, 0, 0];
    for (const [other, own] of Object.entries(parameters)) {
      const openSlots = 'openSlots' in own && other !== symbol ? listOf(own.openSlots) : [];
      const span = openSlots.find(([from, to]) => from <= slot && slot < to);
      if (span === undefined) continue;
      const paused = hasPause(other) ? 1 : 0;
      open += 1;
      openPaused += paused;
      if (slot - secondOfSlots < span[0] || slot + secondOfSlots >= span[1]) continue;
      steady += 1;
      steadyPaused += paused;
    }
    return steady > 0 ? steadyPaused < steady : open > 0 && openPaused === 0;
  };
}

interface DayOfPauses {
  readonly count: number;
  /** Of the day, without what lies before and after it. */
  readonly sumMs: number;
  /** Of them those during which the record names a pause of no other market. */
  readonly alone: readonly Pause[];
  /** Between whose ends a live tick lies: the market did not pause. */
  readonly untrue: Pause | undefined;
}

/** A day's pauses of a symbol, from the day's beginning. `liveAtMs`: of its live ticks. undefined: not every entry is known. */
export function dayOfPauses(
  fromMs: number,
  symbol: string,
  entries: readonly Entry[],
  liveAtMs: readonly number[] = [],
): DayOfPauses | undefined {
  if (!isWhole(entries)) return undefined;
  const knownUntilMs = entries.at(-1)?.atMs ?? 0;
  const all = each(entries);
  const own = all.filter((one) => one.symbol === symbol && one.toMs > fromMs && one.fromMs < fromMs + dayMs);
  const isAlone = ({ fromMs: from, toMs: to }: Pause): boolean =>
    !all.some((one) => one.symbol !== symbol && one.toMs > from && one.fromMs < to);
  const isUntrue = ({ fromMs: from, toMs: to, hasEnded }: Named): boolean =>
    // The end of one that goes on is published seconds after its tick.
    liveAtMs.some((atMs) => atMs > from && atMs < to && (hasEnded || atMs + 60_000 < knownUntilMs));
  return {
    count: own.length,
    sumMs: own.reduce((sum, one) => sum + Math.min(one.toMs, fromMs + dayMs) - Math.max(one.fromMs, fromMs), 0),
    alone: own.filter(isAlone),
    untrue: own.find(isUntrue),
  };
}

export const pausesText = ({ count, sumMs, alone }: DayOfPauses): string =>
  `${count} pauses, ${sumMs / 1000} s in all, ${alone.length} of them of this market alone`;
