/**
 * A day drawn again from what was revealed of it, beside the ticks that were published: anyone who has the seed, the beacon
 * and the opening price must come to the same prices, tick by tick.
 */
import type { FeedDay } from '../contract/market';
import { fromHex } from './bytes';
import { daySeed } from './daySeed';
import type { BeaconVerdict } from './beaconCheck';
import { redrawDirections } from './redrawDirections';
import type { PausedSpan, PausesOfDay } from './publishedPauses';
import type { Sha256 } from './sha256';
import { simulatedTicks, slotMs, textToSteps, type SimulatedDay, type SimulatedTick } from './simulatedPath';

const dayMs = 86_400_000;

/**
 * One instant at which the drawn and the published price are not one. `published`: null where it was left out; `drawn`: where it was added. Of a replay
 * both are arrows: where the price was to go, and where it went.
 */
export interface RedrawDifference {
  readonly atMs: number;
  readonly drawn: string | null;
  readonly published: string | null;
}

export interface RedrawResult {
  /** Ticks of the published log in the day, and of them those that are not what was drawn. */
  readonly published: number;
  readonly differing: number;
  /** Drawn, and not in the log: a time without the exchange, or ticks that were withheld. */
  readonly missing: number;
  /** Of the missing ones those that lie in no published pause, or in one that was not every open market's: left out. Absent where nobody looked. */
  readonly missingOutside?: number;
  /** What the public record names of the market on the day. Absent where nobody looked. */
  readonly pauses?: PausesOfDay;
  /** Absent of a day without one, and where nobody looked. */
  readonly beacon?: BeaconVerdict | undefined;
  readonly first: RedrawDifference | null;
}

export interface RedrawnTick {
  readonly atMs: number;
  readonly price: string;
  readonly isFilled?: boolean | undefined;
}

export interface Redraw {
  /** The next published ticks, in order. Answers how much of the day is behind, 0 to 1. */
  take(ticks: readonly RedrawnTick[]): number;
  /** No more were published. */
  finish(): RedrawResult & { readonly missingOutside: number };
}

/** A replay that says of its markets that the direction of each move is drawn. */
export const drawsDirections = ({ source, parameters = {} }: FeedDay): boolean =>
  source === 'replay' && Object.values(parameters).some((own) => 'drawsDirection' in own);

/**
 * Only a day whose seed was revealed can be drawn again, and only by the beacon that was published for it: a simulated one's prices, of a replay the
 * directions.
 */
export const canRedraw = (day: FeedDay): boolean =>
  (day.source === 'simulated' || drawsDirections(day)) &&
  day.seed !== null &&
  day.parameters !== undefined &&
  ((day.version ?? 1) === 1 || (day.beacon ?? null) !== null);

/** Where the day's prices begin and end, in ms: [from, to). */
export const redrawnSpan = ({ day, drawnFromMs }: FeedDay): { readonly fromMs: number; readonly toMs: number } => {
  const dayAtMs = Date.parse(`${day}T00:00:00Z`);
  return { fromMs: drawnFromMs ?? dayAtMs, toMs: dayAtMs + dayMs };
};

/**
 * undefined when the day cannot be drawn again, or says nothing of the symbol. `pauses`: of the symbol, in any order. `didOthersTick`: whether at an instant another
 * market went on, so that nothing is excused.
 */
export function createRedraw(
  day: FeedDay,
  symbol: string,
  sha256: Sha256,
  pauses: readonly PausedSpan[] = [],
  didOthersTick: (atMs: number) => boolean = () => false,
): Redraw | undefined {
  const parameters = day.parameters?.[symbol];
  const open = day.opening[symbol];
  if (!canRedraw(day) || parameters === undefined) return undefined;
  const { fromMs, toMs } = redrawnSpan(day);
  if ('drawsDirection' in parameters) return redrawDirections(drawOf(day, sha256), symbol, { fromMs, toMs }, sha256);
  if (!('openSlots' in parameters) || open === undefined) return undefined;
  const dayAtMs = toMs - dayMs;
  const fromSlot = Math.ceil((fromMs - dayAtMs) / slotMs);
  const simulated: SimulatedDay = {
    symbol,
    dayAtMs,
    openSteps: textToSteps(open, parameters.digits),
    ...parameters,
    openSlots: parameters.openSlots.flatMap(([from, to]) => (to <= fromSlot ? [] : [[Math.max(from, fromSlot), to] as const])),
  };
  const drawn = simulatedTicks(drawOf(day, sha256), simulated, sha256);
  let next: SimulatedTick | undefined = following();
  let [published, differing, missing, missingOutside] = [0, 0, 0, 0];
  let first: RedrawDifference | null = null;
  let lastLiveMs = -Infinity;

  function following(): SimulatedTick | undefined {
    const { value, done } = drawn.next();
    return done === true ? undefined : value;
  }
  function misses({ atMs }: SimulatedTick): void {
    missing += 1;
    // A pause ends with its first live tick: behind it nothing is excused.
    const isPaused = pauses.some(({ fromMs: from, toMs: to }) => from <= atMs && atMs < to && lastLiveMs <= from);
    if (!isPaused || didOthersTick(atMs)) missingOutside += 1;
  }
  function differs(difference: RedrawDifference): void {
    differing += 1;
    first ??= difference;
  }

  return {
    take(ticks) {
      for (const { atMs, price, isFilled } of ticks) {
        published += 1;
        while (next !== undefined && next.atMs < atMs) {
          misses(next);
          next = following();
        }
        if (next?.atMs !== atMs) differs({ atMs, drawn: null, published: price });
        else {
          if (next.price !== price) differs({ atMs, drawn: next.price, published: price });
          next = following();
        }
        if (isFilled !== true) lastLiveMs = atMs;
      }
      return ((next?.atMs ?? toMs) - fromMs) / (toMs - fromMs);
    },
    finish() {
      for (; next !== undefined; next = following()) misses(next);
      return { published, differing, missing, missingOutside, first };
    },
  };
}

function drawOf({ seed, beacon, version }: FeedDay, sha256: Sha256): Uint8Array {
  const bytes = fromHex(seed ?? '');
  return (version ?? 1) === 1 ? bytes : daySeed(bytes, fromHex(beacon?.value ?? ''), sha256);
}
