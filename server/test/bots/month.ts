/**
 * What bots that know everything published gain in a month on each feed, with every product: seconds contracts of every length, and
 * positions and spot orders held as long as `held` says. It fails when a bot gains more than noise.
 *
 * TESSERA_QUOTES_DIR: the replay plays recorded minute bars; without it bars of the simulated month. BENCH_BOT_DAYS: fewer days.
 * BENCH_BOT_FEEDS, BENCH_BOT_PRODUCTS: only those whose name holds one of these words.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { barsOf, liveMarket, replayedMarket, simulatedDays, sometimesQuiet, type Bar, type Market } from './markets';
import { playBots } from './playBots';
import { playProducts, type Product } from './playProducts';
import { productTerms } from './productTerms';

const days = Number(process.env['BENCH_BOT_DAYS'] ?? '30');
const folder = process.env['TESSERA_QUOTES_DIR'];
const isWanted = (name: string, words: string | undefined): boolean =>
  words === undefined || words.split(',').some((word) => name.includes(word));
const contracts = [30, 60, 300];
const held = [60, 300, 3_600];
/** Of so many figures none is as far above zero by chance. */
const noise = 4;

const bitcoin = { symbol: 'BTC-USDT', openSteps: 9_840_000, digits: 2, volatilityPpm: 21_000, activity: 128 };
const euro = { symbol: 'EUR-USD', openSteps: 115_640, digits: 5, volatilityPpm: 4_600, activity: 64 };
const gold = { symbol: 'XAU-USD', openSteps: 4_078_500, digits: 3, volatilityPpm: 9_500, activity: 72 };
const isWeekday = (weekday: number): boolean => weekday !== 0 && weekday !== 6;

/** Days of the recording, by their bars. */
function recordedDays(file: string, digits: number): Market[] {
  const path = join(folder ?? '', `${file}-1m.csv`);
  if (!existsSync(path)) return [];
  const bars = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row): Bar => {
      const [atMs = 0, ...figures] = row.split(',').map(Number);
      const [open = 0, high = 0, low = 0, close = 0] = figures.map((figure) => Math.round(figure * 10 ** digits));
      return { atMs, open, high, low, close };
    });
  return [
    replayedMarket(
      bars.filter(({ atMs }) => atMs < (bars[0]?.atMs ?? 0) + days * 86_400_000),
      true,
    ),
  ];
}

interface Played {
  readonly feed: string;
  readonly symbol: string;
  readonly markets: () => readonly Market[];
}
const simulatedBitcoin = (): Market[] => simulatedDays(days, bitcoin);
const played: readonly Played[] = [
  { feed: 'simulated', symbol: 'BTC-USDT', markets: simulatedBitcoin },
  { feed: 'simulated', symbol: 'EUR-USD', markets: () => simulatedDays(days, euro, isWeekday) },
  { feed: 'simulated', symbol: 'XAU-USD', markets: () => simulatedDays(days, gold, isWeekday) },
  ...(folder === undefined
    ? [
        {
          feed: 'replay of the simulated market',
          symbol: 'BTC-USDT',
          markets: () => simulatedBitcoin().map((day) => replayedMarket(barsOf(sometimesQuiet(day.log)), true)),
        },
      ]
    : [
        { feed: 'replay of recorded bars', symbol: 'BTC-USDT', markets: () => recordedDays('BTCUSDT', 2) },
        { feed: 'replay of recorded bars', symbol: 'ETH-USDT', markets: () => recordedDays('ETHUSDT', 2) },
        { feed: 'replay of recorded bars', symbol: 'EUR-USD', markets: () => recordedDays('EURUSD', 5) },
        { feed: 'replay of recorded bars', symbol: 'XAU-USD', markets: () => recordedDays('XAUUSD', 3) },
      ]),
  { feed: 'live, 50 to 500 ms late', symbol: 'BTC-USDT', markets: () => simulatedBitcoin().map(liveMarket) },
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const withError = (value: number, error: number): string => `${value.toFixed(1)} ± ${error.toFixed(1)}`;
let isFound = false;
for (const { feed, symbol, markets } of played) {
  const terms = productTerms[symbol];
  if (terms === undefined || !isWanted(`${feed} ${symbol}`, process.env['BENCH_BOT_FEEDS'])) continue;
  const all = markets();
  say(`\n${feed}, ${symbol}, ${days} days`);
  // Payouts are those of crypto.
  if (terms.spot !== undefined && isWanted('seconds', process.env['BENCH_BOT_PRODUCTS']))
    for (const seconds of contracts)
      for (const { bot, orders, won, lost, deviations, net, netError } of playBots(all, seconds)) {
        isFound ||= net > noise * netError;
        const share = `${((100 * won) / (won + lost)).toFixed(2)} % right (${deviations.toFixed(1)} σ)`;
        say(`  ${nameOf('seconds', seconds, bot, orders)}, ${share}, net ${withError(100 * net, 100 * netError)} % of a stake`);
      }
  const products: readonly Product[] = terms.spot === undefined ? ['leverage'] : ['leverage', 'spot'];
  for (const product of products.filter((name) => isWanted(name, process.env['BENCH_BOT_PRODUCTS'])))
    for (const seconds of held)
      for (const score of playProducts(all, symbol, terms, product, seconds)) {
        isFound ||= score.trades > 1 && score.netPpm > noise * score.netErrorPpm;
        const money = `gross ${withError(score.grossPpm, score.grossErrorPpm)}, cost ${score.costPpm.toFixed(1)}, net ${withError(score.netPpm, score.netErrorPpm)} ppm`;
        say(`  ${nameOf(product, seconds, score.bot, score.trades)} (${score.stopped} stopped), ${money}`);
      }
}
say(isFound ? '\n  A BOT GAINS: see above' : '\n  no bot gains more than noise on any feed');
if (isFound) process.exitCode = 1;

function nameOf(product: string, seconds: number, bot: string, trades: number): string {
  return `${product.padEnd(9)}${`${seconds} s`.padEnd(7)}${bot.padEnd(32)}${String(trades).padStart(7)} trades`;
}
