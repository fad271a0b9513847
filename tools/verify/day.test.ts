/** A revealed day beside its log: a tick that was left out is told, unless a published pause explains it. */
import { expect, test } from '@jest/globals';
import { canonicalText } from './canonicalText';
import { checkDay } from './day';
import { nothingKnown } from './Known';
import type { Day, Tick } from './shapes';
import { drawnTicks } from './simulatedDay';

const symbol = 'BTC-USDT';
const feedDay: Day = {
  ...{ day: '2026-01-05', source: 'simulated', seedHash: null, seed: '07'.repeat(32), opening: { [symbol]: '64000' } },
  parameters: { [symbol]: { digits: 2, volatilityPpm: 25_000, activity: 100, openSlots: [[0, 400]] } },
};
const drawn = [...(drawnTicks(feedDay, symbol) ?? [])];
const left = drawn[40]!;
const zeros = '0'.repeat(64);
const shown = (without: number | undefined, price?: string): Tick[] =>
  drawn
    .filter(({ atMs }) => atMs !== without)
    .map((tick, index) => ({
      symbol,
      seq: index + 1,
      ...tick,
      ...(price && index === 3 ? { price } : {}),
      hash: zeros,
      previousHash: zeros,
    }));
const pauseOf = (of: string) => ({
  ...{ seq: 1, atMs: 1, kind: 'pause', hash: zeros },
  body: canonicalText({ why: 'feed_silent', symbols: [{ symbol: of, fromMs: left.atMs - 1, toMs: left.atMs + 1 }] }),
});
const redrawn = (ticks: Tick[], entries: ReturnType<typeof pauseOf>[] = []) =>
  checkDay({ symbol, feedDay, ticks, anchors: [] }, { ...nothingKnown, entries }).find(({ name }) => name === 'redrawn');

test('a whole day, a day with another price, and one that lacks a tick', () => {
  expect(redrawn(shown(undefined))).toMatchObject({ state: 'ok' });
  expect(redrawn(shown(undefined, '1'))).toMatchObject({ state: 'failed' });
  expect(redrawn(shown(left.atMs))).toMatchObject({
    state: 'partial',
    computed: expect.stringContaining(`1 of them outside published pauses, the first at ${left.atMs}`),
  });
  expect(redrawn(shown(left.atMs), [pauseOf('ETH-USDT')])).toMatchObject({ state: 'failed' });
  expect(redrawn(shown(left.atMs), [pauseOf(symbol)])).toMatchObject({ state: 'ok' });
  // What a device kept of the record names no pauses.
  expect(redrawn(shown(left.atMs), [{ ...pauseOf('ETH-USDT'), seq: 7 }])).toMatchObject({ state: 'partial' });
});

test('a pause reaches from the opening to the tick that ended it; a day that was made afterwards owes nothing', () => {
  const ends = (fromMs: number, toMs: number) => ({
    ...pauseOf(symbol),
    body: canonicalText({ why: 'feed_silent', symbols: [{ symbol, fromMs, toMs }] }),
  });
  expect(redrawn(shown(left.atMs), [ends(left.atMs, left.atMs + 1)])).toMatchObject({ state: 'ok' });
  expect(redrawn(shown(left.atMs), [ends(left.atMs - 1, left.atMs)])).toMatchObject({ state: 'failed' });
  const committed = (atMs: number) => ({
    ...{ seq: 1, atMs, kind: 'seed_committed', hash: zeros },
    body: canonicalText({ day: feedDay.day, source: feedDay.source, seedHash: zeros }),
  });
  expect(redrawn(shown(left.atMs), [committed(Date.parse('2026-01-05T23:59:59Z'))])).toMatchObject({ state: 'failed' });
  expect(redrawn(shown(left.atMs), [committed(Date.parse('2026-01-06T00:00:00Z'))])).toMatchObject({ state: 'ok' });
});
