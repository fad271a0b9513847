/**
 * A bot that knows everything published gains nothing on any feed: what it wins is what a coin would win, and the costs remain. The
 * same bots find a replay as it once was, with its bars in a known order. A month: npm run bench -- bots.
 */
import { expect, it } from '@jest/globals';
import { barsOf, liveMarket, replayedMarket, simulatedMarket, sometimesQuiet } from './bots/markets';
import { playBots, type Score } from './bots/playBots';

const seconds = 30;
const day = simulatedMarket(1, 13);
const bars = barsOf(sometimesQuiet(day.log));
const find = (scores: readonly Score[], bot: string): Score | undefined => scores.find((score) => score.bot === bot);

it.each([day, replayedMarket(bars, true), liveMarket(day)])(
  '$name: no bot is better than a coin, and each pays its costs',
  (market) => {
    const scores = playBots([market], seconds);
    expect(scores.length).toBeGreaterThanOrEqual(7);
    for (const score of scores) {
      expect([score.bot, score.orders > 500]).toEqual([score.bot, true]);
      // Of ten bots none is so far off by chance in a thousand tries; the days are fixed anyway.
      expect([score.bot, Math.abs(score.deviations) < 4]).toEqual([score.bot, true]);
      expect([score.bot, Math.abs(score.movePpm) < 4 * score.moveErrorPpm]).toEqual([score.bot, true]);
      expect([score.bot, score.net < 0]).toEqual([score.bot, true]);
    }
  },
);

it('the same bots find a replay whose bars are played in a known order', () => {
  const score = find(playBots([replayedMarket(bars, false)], seconds), 'back to the open of the minute');
  expect(score?.deviations).toBeGreaterThan(10);
  expect(score?.net).toBeGreaterThan(0.2);
});
