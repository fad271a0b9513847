/**
 * A bot that knows everything published gains nothing on any feed: what it wins is what a coin would win, and the costs remain. On a
 * replay one of them has the recording's own file. The same bots find recordings that are played in their own directions. A month: npm run bench -- bots.
 */
import { expect, it } from '@jest/globals';
import { heldPosition } from './bots/heldPosition';
import {
  barsOf,
  liveMarket,
  replayedMarket,
  simulatedMarket,
  sometimesQuiet,
  tickedMarket,
  withDrawnDirections,
  type Market,
  type SeenPrice,
} from './bots/markets';
import { playBots, viewOf, type Score } from './bots/playBots';
import { playProducts, type Product } from './bots/playProducts';
import { productTerms } from './bots/productTerms';

const seconds = 30;
const day = simulatedMarket(1, 14);
const bars = barsOf(sometimesQuiet(day.log));
const replay = withDrawnDirections(replayedMarket(bars, true));
const find = (scores: readonly Score[], bot: string): Score | undefined => scores.find((score) => score.bot === bot);

it.each([day, replay, liveMarket(day)])('$name: no bot is better than a coin, and each pays its costs', (market) => {
  const scores = playBots([market], seconds);
  expect(scores.length).toBeGreaterThanOrEqual(7);
  for (const score of scores) {
    expect([score.bot, score.orders > 500]).toEqual([score.bot, true]);
    // Of ten bots none is so far off by chance in a thousand tries; the days are fixed anyway.
    expect([score.bot, Math.abs(score.deviations) < 4]).toEqual([score.bot, true]);
    expect([score.bot, Math.abs(score.movePpm) < 4 * score.moveErrorPpm]).toEqual([score.bot, true]);
    expect([score.bot, score.net < 0]).toEqual([score.bot, true]);
  }
});

/** A price each second that follows its last half minute by a share of it; below zero: comes back on it. */
function recordedWith(name: string, habit: number): Market {
  const walk = day.log.filter(({ atMs }) => atMs % 1_000 === 0);
  const ticks: SeenPrice[] = [];
  walk.forEach(({ atMs, steps }, index) => {
    const last = ticks.at(-1)?.steps ?? steps;
    const seen = last - (ticks.at(-30)?.steps ?? last);
    ticks.push({ atMs, steps: last + steps - (walk[index - 1]?.steps ?? steps) + Math.round(habit * seen) });
  });
  return { ...tickedMarket(ticks), name };
}

it.each([replayedMarket(bars, false), recordedWith('prices that go on', 1 / 40), recordedWith('prices that come back', -1 / 10)])(
  '$name: found by a bot as recorded, and worth nothing to any once the directions are drawn',
  (recording) => {
    const found = playBots([recording], seconds).map(({ deviations }) => deviations);
    expect(Math.max(...found)).toBeGreaterThan(6);
    const scores = playBots([withDrawnDirections(recording)], seconds);
    expect(find(scores, 'has the recording')?.orders).toBeGreaterThan(500);
    for (const { bot, deviations, movePpm, moveErrorPpm, net } of scores) {
      expect([bot, Math.abs(deviations) < 4]).toEqual([bot, true]);
      expect([bot, Math.abs(movePpm) < 4 * moveErrorPpm]).toEqual([bot, true]);
      expect([bot, net < 0]).toEqual([bot, true]);
    }
  },
);

const terms = productTerms['BTC-USDT'];
const products = ['leverage', 'spot'] as const;
const playAll = (market: Market, product: Product) =>
  terms === undefined ? [] : playProducts([market], 'BTC-USDT', terms, product, 300);

it.each([day, replay, liveMarket(day)])(
  '$name: no position and no spot order of a bot earns more than noise, and each pays spread and fees',
  (market) => {
    for (const product of products) {
      const scores = playAll(market, product);
      expect(scores.length).toBeGreaterThanOrEqual(7);
      for (const { bot, trades, grossPpm, grossErrorPpm, costPpm, netPpm, netErrorPpm } of scores) {
        expect([product, bot, trades > 10]).toEqual([product, bot, true]);
        expect([product, bot, Math.abs(grossPpm) < 4 * grossErrorPpm]).toEqual([product, bot, true]);
        // Twice 0.055 % or 0.1 %, and the spread.
        expect([product, bot, costPpm > (product === 'spot' ? 2_000 : 1_100)]).toEqual([product, bot, true]);
        expect([product, bot, netPpm < 4 * netErrorPpm]).toEqual([product, bot, true]);
      }
    }
  },
);

it('whoever does know the future is found in positions and spot orders', () => {
  const view = viewOf(day, 300);
  const knows = (atMs: number, seconds: number): number => (view(atMs + seconds * 1_000)?.now ?? 0) - (view(atMs)?.now ?? 0);
  for (const product of products) {
    const score = playAll({ ...day, forecasts: { knows } }, product).find(({ bot }) => bot === 'knows');
    expect((score?.grossPpm ?? 0) / (score?.grossErrorPpm ?? 1)).toBeGreaterThan(10);
  }
});

it('a position that the price leaves behind ends by its stop-out, and a night is paid for', () => {
  const position = { steps: 10_000_000, seq: 1, atMs: day.toMs, publicAtMs: day.toMs };
  const tickAt = (seq: number, atMs: number, steps: number) => ({ seq, atMs, publicAtMs: atMs, steps });
  const holding = (ticks: readonly (readonly [afterMs: number, steps: number])[], acceptedAtMs: number) => ({
    symbol: 'BTC-USDT',
    terms: terms ?? fail(),
    direction: 'long' as const,
    head: { ...position, atMs: acceptedAtMs },
    acceptedAtMs,
    closeAtMs: acceptedAtMs + 60_000,
    ticks: ticks.map(([afterMs, steps], index) => tickAt(index + 2, acceptedAtMs + afterMs, steps)),
  });
  const noon = day.fromMs + 12 * 3_600_000;
  const fallen = heldPosition(
    holding(
      [
        [500, 10_000_000],
        [20_000, 9_900_000],
        [61_000, 10_000_000],
      ],
      noon,
    ),
  );
  expect(fallen).toMatchObject({ isStopped: true, grossPpm: -10_000 });
  // No more than the margin of 1 %, and the fee of the opening.
  expect(fallen?.netPpm).toBeGreaterThan(-10_600);
  const [quiet, overNight] = [noon, day.fromMs - 30_000].map((atMs) =>
    heldPosition(
      holding(
        [
          [500, 10_000_000],
          [61_000, 10_000_000],
        ],
        atMs,
      ),
    ),
  );
  // Fees of 0.11 % and a spread of 20 steps; the night takes 0.03 %.
  expect(quiet?.netPpm).toBeCloseTo(-1_102, 0);
  expect((overNight?.netPpm ?? 0) - (quiet?.netPpm ?? 0)).toBeCloseTo(-300, 0);
});

function fail(): never {
  throw new Error('the first catalogue has BTC-USDT');
}
