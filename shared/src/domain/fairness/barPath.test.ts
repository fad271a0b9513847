import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex } from './bytes';
import { barPath, countMoves, type BarMotion, type RecordedBar } from './barPath';
import { gaussian } from './simulatedPath';
import type { Sha256 } from './sha256';

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();
const { bars } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
  bars: readonly {
    readonly draw: string;
    readonly bar: RecordedBar;
    readonly points: number;
    readonly moves?: number;
    readonly keepsStep?: boolean;
    readonly prices: readonly number[];
  }[];
};
const draw = Uint8Array.from({ length: 32 }, (_, index) => index);
const aBar = (change: Partial<RecordedBar> = {}): RecordedBar => ({
  symbol: 'BTC-USDT',
  atMs: 1_800_000_000_000,
  open: 10_000,
  high: 10_080,
  low: 9_950,
  close: 10_030,
  ...change,
});

it.each(bars)('draws the published bar at $bar.atMs: a change here changes what was published', (vector) => {
  const { moves, keepsStep = false } = vector;
  const motion = moves === undefined ? undefined : { moves, keepsStep };
  expect(barPath(fromHex(vector.draw), vector.bar, vector.points, sha256, motion)).toEqual(vector.prices);
});

it('holds exactly what the bar says, whatever it says', () => {
  const figure = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(figure, figure, figure, figure, fc.integer({ min: 4, max: 70 }), (a, b, c, d, points) => {
      const bar = aBar({ open: a, close: b, high: Math.max(a, b, c), low: Math.min(a, b, d) });
      for (const motion of [undefined, { moves: 3, keepsStep: true }]) {
        const path = barPath(draw, bar, points, sha256, motion);
        expect([path.length, path[0], path[points - 1]]).toEqual([points, bar.open, bar.close]);
        expect([Math.max(...path), Math.min(...path)]).toEqual([bar.high, bar.low]);
      }
    }),
    { numRuns: 100 },
  );
});

it('changes with the draw, the symbol and the instant', () => {
  const one = barPath(draw, aBar(), 60, sha256);
  for (const other of [
    barPath(sha256(draw), aBar(), 60, sha256),
    barPath(draw, aBar({ symbol: 'ETH-USDT' }), 60, sha256),
    barPath(draw, aBar({ atMs: 1_800_000_060_000 }), 60, sha256),
  ])
    expect(other).not.toEqual(one);
});

/** Bars of a market without memory that moves at so many of a bar's sixteen steps, as a recorder would make them. */
function barsOf(moves: number, count: number): RecordedBar[] {
  const bars: RecordedBar[] = [];
  for (let number = 0; number < count; number++) {
    const open = bars.at(-1)?.close ?? 100_000_000;
    const walk = [open];
    for (let move = 1; move <= moves; move++) {
      const digest = sha256(Uint8Array.of(number & 255, number >> 8, move, moves));
      walk.push((walk[move - 1] ?? 0) + Math.round(5_000 * gaussian(digest)));
    }
    bars.push(aBar({ atMs: number * 60_000, open, high: Math.max(...walk), low: Math.min(...walk), close: walk.at(-1) ?? 0 }));
  }
  return bars;
}

it.each([1, 2, 4, 8, 15])('finds in its bars how often a market moves: %d times a bar', (moves) => {
  const found = countMoves(barsOf(moves, 1_000)).all;
  expect(Math.abs(found - moves)).toBeLessThanOrEqual(Math.ceil(moves / 4));
});

it('counts a market that turns from seldom to often anew, over the bars before', () => {
  const moves = countMoves([...barsOf(2, 400), ...barsOf(15, 400)]);
  expect(moves.before(399, 400)).toBeUndefined();
  const [quiet = 0, busy = 0] = [moves.before(400, 400), moves.before(800, 400)];
  expect([quiet <= 3, busy >= 11, moves.all > quiet && moves.all < busy]).toEqual([true, true, true]);
});

it('at most as often as a minute has prices, and once where nothing moved', () => {
  expect(countMoves([{ open: 10, high: 20, low: 1, close: 10 }]).all).toBe(59);
  expect(countMoves([{ open: 10, high: 10, low: 10, close: 10 }]).all).toBe(1);
});

it('a price away from the open comes back neither more often nor less than it goes on', () => {
  const bars = barsOf(7, 600);
  /** Standard errors by which the rest of a bar goes against what was seen of it. */
  const backwards = (motion: BarMotion | undefined): number => {
    let [sum, squares] = [0, 0];
    for (const bar of bars) {
      const path = barPath(draw, bar, 8, sha256, motion);
      const seen = (path[4] ?? 0) - bar.open;
      const product = -seen * (bar.close - (path[4] ?? 0));
      sum += product;
      squares += product * product;
    }
    return sum / Math.sqrt(squares);
  };
  expect(Math.abs(backwards({ moves: countMoves(bars).all, keepsStep: true }))).toBeLessThan(3);
  // Paths of one kind for every market did come back.
  expect(backwards(undefined)).toBeGreaterThan(4);
});

it('of a market with coarse steps, a move is not more often taken back than gone on with', () => {
  // Its minutes range over a few steps.
  const bars = barsOf(15, 150).map((bar): RecordedBar => {
    const [open = 0, high = 0, low = 0, close = 0] = [bar.open, bar.high, bar.low, bar.close].map((price) =>
      Math.round(price / 8_000),
    );
    return { ...bar, open, high, low, close };
  });
  const wentOn = (keepsStep: boolean): number => {
    const moves = countMoves(bars).all;
    const directions = bars.flatMap((bar) => {
      const path = barPath(draw, bar, 16, sha256, { moves, keepsStep });
      return path.map((price, second) => Math.sign(price - (path[second - 1] ?? price))).filter((direction) => direction !== 0);
    });
    const pairs = directions.length - 1;
    return directions.filter((direction, index) => index > 0 && direction === directions[index - 1]).length / pairs;
  };
  expect(wentOn(true)).toBeGreaterThan(0.45);
  // A price that is rounded goes to and fro between two steps.
  expect(wentOn(false)).toBeLessThan(0.4);
});

it('comes to either extreme first equally often, and nothing that was seen in a bar tells where the rest of it goes', () => {
  // Bars of a market without memory, as a recorder would make them of its ticks.
  const count = 500;
  let [highFirst, up, judged, price] = [0, 0, 0, 1_000_000];
  for (let number = 0; number < count; number++) {
    const walk = [price];
    for (let second = 1; second < 60; second++) {
      const digest = sha256(Uint8Array.of(number & 255, number >> 8, second));
      walk.push((walk[second - 1] ?? 0) + Math.round(50 * gaussian(digest)));
    }
    const bar = aBar({
      atMs: number * 60_000,
      open: price,
      high: Math.max(...walk),
      low: Math.min(...walk),
      close: walk[59] ?? 0,
    });
    const path = barPath(draw, bar, 60, sha256);
    if (path.indexOf(bar.high) < path.indexOf(bar.low)) highFirst += 1;
    // The old order gave this away: a price below the open was the low, and everything after it was higher.
    const [seen, later] = [path[20] ?? 0, path[59] ?? 0];
    if (seen !== bar.open && later !== seen) {
      judged += 1;
      if (later > seen === seen < bar.open) up += 1;
    }
    price = bar.close;
  }
  // Five standard errors.
  expect(Math.abs(highFirst - count / 2)).toBeLessThan(5 * Math.sqrt(count / 4));
  expect(Math.abs(up - judged / 2)).toBeLessThan(5 * Math.sqrt(judged / 4));
});
