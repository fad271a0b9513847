import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex } from './bytes';
import { drawnMove, drawnMoveBytes, type ReplayedLevel } from './drawnMove';
import { sha256 } from './sha256';

const { replayedMoves } = JSON.parse(readFileSync(join(__dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
  replayedMoves: {
    readonly draw: string;
    readonly symbol: string;
    readonly before: ReplayedLevel;
    readonly ticks: readonly (readonly [atMs: number, recorded: number, played: number])[];
  };
};

it('plays the published moves: a change here changes what was published', () => {
  const { draw, symbol, before, ticks } = replayedMoves;
  let level = before;
  const played = ticks.map(([atMs, recorded]) => {
    level = drawnMove(sha256(drawnMoveBytes(fromHex(draw), symbol, atMs)), level, recorded);
    return [atMs, recorded, level.played];
  });
  expect(played).toEqual(ticks);
});

/** Digests of either direction, and of shares of one that are equally far from each other. */
const shares = 16;
const digests = [0, 128].flatMap((direction) =>
  Array.from({ length: shares }, (_, share) => Uint8Array.of(direction, share * (256 / shares), 0, 0, 0)),
);

it.each([
  [100, 103],
  [100, 97],
  [100, 100],
  [64_000.5, 64_000.75],
  [400, 401],
])('after a recorded %d and then %d the expected price is the price, and up is as likely as down', (from, to) => {
  const before = { recorded: from, played: 40_000 };
  const after = digests.map((digest) => drawnMove(digest, before, to).played - before.played);
  expect(after.reduce((sum, move) => sum + move, 0)).toBe(0);
  expect(after.filter((move) => move > 0)).toHaveLength(after.filter((move) => move < 0).length);
  // As far as the recording, on average, to a sixteenth of a step.
  const mean = after.reduce((sum, move) => sum + Math.abs(move), 0) / after.length;
  expect(Math.abs(mean - (Math.abs(to - from) / from) * before.played)).toBeLessThanOrEqual(1 / shares);
});

it('over several moves the expected price is the price, and as many paths end above as below, whatever the recording does', () => {
  // No move of it is undone by those before.
  const recorded = [1_001, 1_004, 1_013, 1_040, 1_121, 1_364];
  const ends = Array.from({ length: 2 ** recorded.length }, (_, directions) => {
    const before: ReplayedLevel = { recorded: 1_000, played: 100_000 };
    const digestOf = (move: number): Uint8Array => Uint8Array.of(((directions >> move) & 1) * 128, 77, 0, 0, 0);
    return recorded.reduce((level, price, move) => drawnMove(digestOf(move), level, price), before).played - before.played;
  });
  expect(ends.reduce((sum, end) => sum + end, 0)).toBe(0);
  expect(ends.filter((end) => end > 0)).toHaveLength(ends.filter((end) => end < 0).length);
});

it('never falls to nothing: a move as large as the price is left out', () => {
  for (const digest of digests) expect(drawnMove(digest, { recorded: 1, played: 5 }, 9)).toEqual({ recorded: 9, played: 5 });
});
