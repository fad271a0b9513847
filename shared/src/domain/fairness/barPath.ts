/**
 * The prices inside a recorded bar. A bar says where a minute opened, how high and low it went and where it closed, not when. Played
 * in a known order its figures tell what must follow: after one extreme comes the other. So the inside is drawn from the day's draw
 * (daySeed): a walk from open to close that touches high and low, at instants and in an order that nobody knows before.
 *
 *   digest i of trial k = SHA-256( draw ‖ symbol, ASCII ‖ 0x00 ‖ "b" ‖ bar's start in our time, ms, 8 bytes ‖ k, 1 byte ‖ i, 4 bytes )
 *
 * Many walks are tried, and the one is taken whose shape is nearest to the bar's; it is then stretched to meet the bar's figures.
 * All of them move as often as the recorded market did in a bar of the hours before (countMoves): among walks that move too seldom those
 * fit best that jump out and back, among walks that move too often those that climb, and either could be followed. A price that was
 * rounded would go to and fro between two steps, and whoever bets on its way back would be right; so it keeps its step until the walk is a
 * whole one away. Only + - × ÷ √ are used, so that every machine draws the same prices. Once the day's seed is revealed anybody draws them again from the bar's four figures, which the
 * recorded ticks themselves hold.
 */
import { invariant } from '../errors/invariant';
import { asciiBytes, concatBytes, uint64Bytes } from './bytes';
import { gaussian } from './simulatedPath';
import type { Sha256 } from './sha256';

const trials = 64;
/** Days that were committed to before a market's moves were: so many trials, which move at so many steps, one after the other. */
const mixedTrials = 32;
const mixedMoves: readonly number[] = [1, 2, 3, 5, 8, 13, 24, Number.POSITIVE_INFINITY];
/** A minute has a price each second. */
const maxMoves = 59;

/** Of one symbol, in whole steps of one digit. */
export interface RecordedBar {
  readonly symbol: string;
  /** When it begins to play, by our clock. */
  readonly atMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** How a market moves inside its bars. */
export interface BarMotion {
  /** How often in a bar, 1 to 59. */
  readonly moves: number;
  /** A price stays until the walk is a whole step away from it; else it is rounded to the nearest step. */
  readonly keepsStep: boolean;
}

export interface CountedMoves {
  /** Of the whole recording. */
  readonly all: number;
  /** Of so many bars before that one, by its number from 0; undefined where there are fewer. */
  before(bar: number, count: number): number | undefined;
}

/** Counts how often a market moves in a bar of its recording, in whole steps of one digit. */
export function countMoves(bars: Iterable<Pick<RecordedBar, 'open' | 'high' | 'low' | 'close'>>): CountedMoves {
  const [ranges, bodies] = [[0], [0]];
  for (const { open, high, low, close } of bars) {
    ranges.push((ranges.at(-1) ?? 0) + high - low);
    bodies.push((bodies.at(-1) ?? 0) + Math.abs(close - open));
  }
  const between = (from: number, to: number): number =>
    movesOf((ranges[to] ?? 0) - (ranges[from] ?? 0), (bodies[to] ?? 0) - (bodies[from] ?? 0));
  return {
    all: between(0, ranges.length - 1),
    before: (bar, count) => (bar < count ? undefined : between(bar - count, bar)),
  };
}

/**
 * 1 to 59: a walk of n moves ranges over Σ 1/√k (k = 1 … n) / √n times what it ends away from its start, on average, and this is the n
 * of the first such figure that reaches the bars' own.
 */
function movesOf(ranges: number, bodies: number): number {
  let sum = 1;
  let moves = 1;
  while (moves < maxMoves && bodies * sum < ranges * Math.sqrt(moves)) {
    moves += 1;
    sum += 1 / Math.sqrt(moves);
  }
  return moves;
}

/**
 * `points` prices in steps: the first is the open, the last the close. At least 4 points. `motion`: the market's, by its day's
 * parameters; undefined for days that say nothing of it.
 */
export function barPath(draw: Uint8Array, bar: RecordedBar, points: number, sha256: Sha256, motion?: BarMotion): number[] {
  const { open, high, low, close } = bar;
  invariant(points >= 4 && Number.isSafeInteger(points), `a bar has four points or more, got ${points}`);
  invariant(low <= Math.min(open, close) && Math.max(open, close) <= high, 'a bar lies between its low and its high');
  const prefix = concatBytes(draw, asciiBytes(bar.symbol), Uint8Array.of(0), asciiBytes('b'), uint64Bytes(bar.atMs));
  // One place for all: a bar takes thousands of digests.
  const bytes = concatBytes(prefix, new Uint8Array(5));
  const own = new DataView(bytes.buffer, prefix.length);
  const digestOf = (trial: number, index: number): Uint8Array => {
    own.setUint8(0, trial);
    own.setUint32(1, index);
    return sha256(bytes);
  };
  const steps = points - 1;
  let best: { readonly walk: readonly number[]; readonly miss: number } | undefined;
  const count = motion === undefined ? mixedTrials : trials;
  for (let trial = 0; trial < count && high > low; trial++) {
    const moves = motion?.moves ?? mixedMoves[trial % mixedMoves.length] ?? steps;
    const walk = walkOf(steps, moves, (index) => digestOf(trial, index));
    const miss = missOf(bar, walk);
    if (miss < (best?.miss ?? Number.POSITIVE_INFINITY)) best = { walk, miss };
  }
  if (best === undefined) return cornered(bar, points, digestOf(count, 0));
  const { walk } = best;
  const met = meeting(bar, walk);
  const drawn = [open];
  for (let step = 1; step < steps; step++) {
    const value = met(walk[step] ?? 0);
    drawn.push(motion?.keepsStep === true ? wholeStepsTo(value, drawn[step - 1] ?? open) : Math.round(value));
  }
  return [...drawn, close];
}

/** So near to a whole step counts as one: it is less than any price has, and more than the calculation loses. */
const nearly = 1e-6;

function wholeStepsTo(value: number, from: number): number {
  const away = value - from;
  return from + Math.trunc(away + Math.sign(away) * nearly);
}

/** The price moves at `count` of the steps, which are drawn as well; a quiet market moves seldom and far. */
function walkOf(steps: number, count: number, digestAt: (index: number) => Uint8Array): number[] {
  const jumps = new Map<number, number>();
  for (let move = 1; move <= Math.min(count, steps); move++) {
    const digest = digestAt(move);
    const at = count >= steps ? move : 1 + (uint32At(digestAt(steps + move)) % steps);
    jumps.set(at, (jumps.get(at) ?? 0) + gaussian(digest));
  }
  const walk = [0];
  for (let step = 1; step <= steps; step++) walk.push((walk[step - 1] ?? 0) + (jumps.get(step) ?? 0));
  return walk;
}

/** How far the walk's shape is from the bar's, where both are as high; infinite where it cannot be stretched to it. */
function missOf({ open, high, low, close }: RecordedBar, walk: readonly number[]): number {
  const [most, least, end] = [Math.max(...walk), Math.min(...walk), walk[walk.length - 1] ?? 0];
  const isAble =
    (close - open) * end >= 0 &&
    (close === open || end !== 0) &&
    (high === Math.max(open, close) || most > Math.max(0, end)) &&
    (low === Math.min(open, close) || least < Math.min(0, end));
  if (!isAble || most === least) return Number.POSITIVE_INFINITY;
  const share = (value: number): number => value / (most - least);
  const [top, bottom] = [Math.max(0, end), Math.min(0, end)];
  const range = high - low;
  return (
    Math.abs(share(end) - (close - open) / range) +
    Math.abs(share(most - top) - (high - Math.max(open, close)) / range) +
    Math.abs(share(bottom - least) - (Math.min(open, close) - low) / range)
  );
}

/** Stretches the walk in three pieces: between open and close, and beyond either. */
function meeting({ open, high, low, close }: RecordedBar, walk: readonly number[]): (value: number) => number {
  const [most, least, end] = [Math.max(...walk), Math.min(...walk), walk[walk.length - 1] ?? 0];
  const [top, bottom] = [Math.max(open, close), Math.min(open, close)];
  const [above, below] = [Math.max(0, end), Math.min(0, end)];
  return (value) => {
    if (value >= most) return high;
    if (value <= least) return low;
    if (value > above) return top + ((value - above) * (high - top)) / (most - above);
    if (value < below) return bottom - ((below - value) * (bottom - low)) / (below - least);
    return above === below ? top : bottom + ((value - below) * (top - bottom)) / (above - below);
  };
}

const uint32At = (digest: Uint8Array): number =>
  (((digest[0] ?? 0) << 24) | ((digest[1] ?? 0) << 16) | ((digest[2] ?? 0) << 8) | (digest[3] ?? 0)) >>> 0;

/** Too few points for a path: the extremes fall on two of them, in a drawn order; the others carry the price before. */
function cornered({ open, high, low, close }: RecordedBar, points: number, digest: Uint8Array): number[] {
  const inner = points - 2;
  const first = 1 + (((digest[0] ?? 0) * 256 + (digest[1] ?? 0)) % inner);
  const second = 1 + ((first - 1 + 1 + (((digest[2] ?? 0) * 256 + (digest[3] ?? 0)) % (inner - 1))) % inner);
  const prices: number[] = [open];
  for (let index = 1; index < points - 1; index++) {
    prices.push(index === first ? high : index === second ? low : (prices[index - 1] ?? open));
  }
  return [...prices, close];
}
