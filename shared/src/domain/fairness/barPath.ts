/**
 * The prices inside a recorded bar. A bar says where a minute opened, how high and low it went and where it closed, not when. Played
 * in a known order its figures tell what must follow: after one extreme comes the other. So the inside is drawn from the day's draw
 * (daySeed): a Brownian path from open to close that touches high and low, at instants and in an order that nobody knows before.
 *
 *   deviate i of trial k = gaussian( SHA-256( draw ‖ symbol, ASCII ‖ 0x00 ‖ "b" ‖ bar's start in our time, ms, 8 bytes ‖ k, 1 byte ‖
 *                          i, 4 bytes ) )
 *
 * Eight trials are drawn and the one is taken whose own extremes are nearest to the bar's; what lies outside open and close is then
 * stretched to meet them. Only + - × ÷ √ are used, so that every machine draws the same prices. Once the day's seed is revealed
 * anybody draws them again from the bar's four figures, which the recorded ticks themselves hold.
 */
import { invariant } from '../errors/invariant';
import { asciiBytes, concatBytes, uint32Bytes, uint64Bytes } from './bytes';
import { gaussian } from './simulatedPath';
import type { Sha256 } from './sha256';

const trials = 8;
/** Expected range of a Brownian path of one step's variance 1, by the root of its steps: √(8/π). */
const rangePerRoot = 1.595_769_121_605_731;

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

/** `points` prices in steps: the first is the open, the last the close. At least 4 points. */
export function barPath(draw: Uint8Array, bar: RecordedBar, points: number, sha256: Sha256): number[] {
  const { open, high, low, close } = bar;
  invariant(points >= 4 && Number.isSafeInteger(points), `a bar has four points or more, got ${points}`);
  invariant(low <= Math.min(open, close) && Math.max(open, close) <= high, 'a bar lies between its low and its high');
  const prefix = concatBytes(draw, asciiBytes(bar.symbol), Uint8Array.of(0), asciiBytes('b'), uint64Bytes(bar.atMs));
  const deviate = (trial: number, index: number): Uint8Array =>
    sha256(concatBytes(prefix, Uint8Array.of(trial), uint32Bytes(index)));
  const steps = points - 1;
  const size = (high - low) / (rangePerRoot * Math.sqrt(steps));
  const [top, bottom] = [Math.max(open, close), Math.min(open, close)];

  let best: { readonly path: readonly number[]; readonly max: number; readonly min: number; readonly miss: number } | undefined;
  for (let trial = 0; trial < trials && high > low; trial++) {
    const walk = [0];
    for (let index = 1; index <= steps; index++) walk.push((walk[index - 1] ?? 0) + gaussian(deviate(trial, index)));
    const drift = close - open - size * (walk[steps] ?? 0);
    const path = walk.map((value, index) => open + size * value + (drift * index) / steps);
    const [max, min] = [Math.max(...path.slice(1, -1)), Math.min(...path.slice(1, -1))];
    const isAble = (high === top || max > top) && (low === bottom || min < bottom);
    const miss = Math.abs(max - high) + Math.abs(min - low);
    if (isAble && miss < (best?.miss ?? Number.POSITIVE_INFINITY)) best = { path, max, min, miss };
  }
  if (best === undefined) return cornered(bar, points, deviate(trials, 0));
  const { path, max, min } = best;
  const inner = path.map((value) => {
    if (value > top) return top + ((value - top) * (high - top)) / (max - top);
    return value < bottom ? bottom - ((bottom - value) * (bottom - low)) / (bottom - min) : value;
  });
  const drawn = inner.map((value) => Math.min(high, Math.max(low, Math.round(value))));
  drawn[0] = open;
  drawn[steps] = close;
  if (high > top) drawn[path.indexOf(max, 1)] = high;
  if (low < bottom) drawn[path.indexOf(min, 1)] = low;
  return drawn;
}

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
