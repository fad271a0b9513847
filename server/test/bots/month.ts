/**
 * What bots that know everything published gain in a month on each feed: seconds contracts of every length, and what a position or a
 * spot order held as long would have moved. TESSERA_QUOTES_DIR: the replay plays its minute bars of BTC-USDT and ETH-USDT; without it
 * bars of the simulated month. BENCH_BOT_DAYS: fewer days.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { barsOf, liveMarket, replayedMarket, simulatedMarket, sometimesQuiet, type Bar, type Market } from './markets';
import { playBots, type Score } from './playBots';

const days = Number(process.env['BENCH_BOT_DAYS'] ?? '30');
const folder = process.env['TESSERA_QUOTES_DIR'];
const lengths = [30, 60, 300];
/** Of a spot order, there and back, in millionths: twice 0.1 %. A position pays the spread. */
const roundTripPpm = 2_000;

const recordedBars = (name: string, path: string): Bar[] => {
  const rows = readFileSync(join(path, `${name}-1m.csv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return rows.map((row) => {
    const [atMs = 0, open = 0, high = 0, low = 0, close = 0] = row.split(',').map(Number);
    const [o, h, l, c] = [open, high, low, close].map((value) => Math.round(value * 100)) as [number, number, number, number];
    return { atMs, open: o, high: h, low: l, close: c };
  });
};

const simulated = Array.from({ length: days }, (_, number) => simulatedMarket(number + 1));
const replayed =
  folder === undefined
    ? simulated.map((day) => replayedMarket(barsOf(sometimesQuiet(day.log)), true))
    : ['BTCUSDT', 'ETHUSDT'].map((name) => replayedMarket(recordedBars(name, folder).slice(0, days * 720), true));
const feeds: Readonly<Record<string, readonly Market[]>> = {
  [`simulated, ${days} days`]: simulated,
  [`replay, ${days} days of bars (${folder === undefined ? 'of the simulated market' : 'recorded'})`]: replayed,
  [`live, ${days} days, 50 to 500 ms late`]: simulated.map(liveMarket),
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);
let isFound = false;
for (const [name, markets] of Object.entries(feeds)) {
  say(`\n${name}`);
  for (const seconds of lengths) {
    const scores = playBots(markets, seconds);
    for (const score of scores) say(`  ${lineOf(score)}`);
    isFound ||= scores.some(({ net, movePpm }) => net >= 0 || Math.abs(movePpm) > roundTripPpm);
  }
}
say(isFound ? '\n  A BOT GAINS: see above' : '\n  no bot gains on any feed');
if (isFound) process.exitCode = 1;

function lineOf({ bot, seconds, orders, won, lost, deviations, net, movePpm, moveErrorPpm }: Score): string {
  const share = ((100 * won) / (won + lost)).toFixed(2);
  return `${`${seconds} s`.padEnd(6)}${bot.padEnd(32)}${String(orders).padStart(7)} orders, ${share} % right (${deviations.toFixed(1)} σ), net ${(100 * net).toFixed(2)} % of a stake, move ${movePpm.toFixed(2)} ± ${moveErrorPpm.toFixed(2)} ppm`;
}
