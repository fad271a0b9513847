import { expect, test } from '@jest/globals';
import { isFresh } from './isFresh';

const nowMs = 1_800_000_000_000;
test.each([
  ['the present tick', 0, true],
  ['a tick at the edge', 3000, true],
  ['an old one', 3001, false],
  ['one that came while the call waited', -800, true],
  ['one of tomorrow, after a clock was set back', -86_400_000, false],
])('%s: %i ms old', (_, ageMs, expected) => {
  expect(isFresh({ atMs: nowMs - ageMs, isLive: true }, { staleAfterMs: 3000 }, nowMs)).toBe(expected);
});

test('none at all, or one that was filled in: not fresh', () => {
  expect(isFresh(undefined, { staleAfterMs: 3000 }, nowMs)).toBe(false);
  expect(isFresh({ atMs: nowMs, isLive: false }, { staleAfterMs: 3000 }, nowMs)).toBe(false);
});
