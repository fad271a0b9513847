/**
 * What bots that know everything published gain in a month on each feed, with every product: seconds contracts of every length, and
 * positions and spot orders held as long as `held` says. It fails when a bot gains more than noise.
 *
 * Gross is what a bot would have without costs: zero within its error where nothing tells the next move. On a replay one of the bots has the
 * recording's own file.
 *
 * TESSERA_QUOTES_DIR: the replay plays recorded minute bars and ticks; without it bars of the simulated month. BENCH_BOT_DAYS: fewer days.
 * BENCH_BOT_FEEDS, BENCH_BOT_PRODUCTS: only those whose name holds one of these words. BENCH_BOT_DRAW: any word, for other draws of the replays: what is
 * luck in one is not there in the next.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  barsOf,
  liveMarket,
  replayedMarket,
  simulatedDays,
  sometimesQuiet,
  tickedMarket,
  withDrawnDirections,
  type Bar,
  type Market,
} from './markets';
import { playBots, type Score } from './playBots';
import { playProducts, type Product } from './playProducts';
import { productTerms } from './productTerms';

const days = Number(process.env['BENCH_BOT_DAYS'] ?? '30');
const folder = process.env['TESSERA_QUOTES_DIR'];
const drawName = process.env['BENCH_BOT_DRAW'];
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
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

/** Rows of a file of the folder: the instant, and figures in steps. None: there is no such file. */
function rowsOf(file: string, digits: number): [atMs: number, ...steps: number[]][] {
  const path = join(folder ?? '', file);
  if (!existsSync(path)) return [];
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1);
  return rows.map((row) => {
    const [atMs = 0, ...figures] = row.split(',').map(Number);
    return [atMs, ...figures.map((figure) => Math.round(figure * 10 ** digits))];
  });
}

/** As far as the days go: one that is shorter begins again after its whole weeks, as a replay does, and is drawn anew. */
function recordedBars(file: string, digits: number): Bar[] {
  const rows = rowsOf(`${file}-1m.csv`, digits);
  const [firstMs, lastMs] = [rows[0]?.[0] ?? 0, rows.at(-1)?.[0] ?? 0];
  const loopMs = Math.ceil((lastMs - firstMs) / weekMs) * weekMs;
  const rounds = Math.ceil((days * dayMs) / (loopMs || weekMs));
  return Array.from({ length: rounds }, (_, round) => round * loopMs)
    .flatMap((laterMs) =>
      rows.map(([atMs, open = 0, high = 0, low = 0, close = 0]) => ({ atMs: atMs + laterMs, open, high, low, close })),
    )
    .filter(({ atMs }) => atMs < firstMs + days * dayMs);
}
const recordedTicks = (symbol: string, file: string, digits: number): Market[] => {
  const ticks = rowsOf(join('ticks', `${file}.csv`), digits);
  return ticks.length === 0
    ? []
    : [
        withDrawnDirections(
          tickedMarket(ticks.map(([atMs, bid = 0, ask = 0]) => ({ atMs, steps: Math.floor((bid + ask) / 2) }))),
          symbol,
          drawName,
        ),
      ];
};

function inStepsOf(digits: number, recorded: number, market: Market): Market {
  const log = market.log.map((tick) => ({ ...tick, steps: tick.steps * 10 ** (digits - recorded) }));
  return { ...market, log, seen: log };
}

interface Played {
  readonly feed: string;
  readonly symbol: string;
  readonly markets: () => readonly Market[];
}
/** `digits`: those of the recording. Its bars are drawn in its own steps, and traded in those of the market, which may be finer. */
const replayOf = (symbol: string, file: string, digits: number): Played => ({
  ...{ feed: 'replay of recorded bars', symbol },
  markets: () => {
    const bars = recordedBars(file, digits);
    if (bars.length === 0) return [];
    const recording = inStepsOf(productTerms[symbol]?.digits ?? digits, digits, replayedMarket(bars, true, drawName));
    return [withDrawnDirections(recording, symbol, drawName)];
  },
});
const simulatedBitcoin = (): Market[] => simulatedDays(days, bitcoin);
const played: readonly Played[] = [
  { feed: 'simulated', symbol: 'BTC-USDT', markets: simulatedBitcoin },
  { feed: 'simulated', symbol: 'EUR-USD', markets: () => simulatedDays(days, euro, isWeekday) },
  { feed: 'simulated', symbol: 'XAU-USD', markets: () => simulatedDays(days, gold, isWeekday) },
  {
    feed: 'replay of the simulated market',
    symbol: 'BTC-USDT',
    // One recording: each day goes on where the played one before ended.
    markets: () => {
      const bars = simulatedBitcoin().flatMap((day) => barsOf(sometimesQuiet(day.log)));
      return [withDrawnDirections(replayedMarket(bars, true, drawName), 'BTC-USDT', drawName)];
    },
  },
  ...(folder === undefined
    ? []
    : [
        replayOf('BTC-USDT', 'BTCUSDT', 1),
        replayOf('ETH-USDT', 'ETHUSDT', 2),
        replayOf('BNB-USDT', 'BNBUSDT', 1),
        replayOf('EUR-USD', 'EURUSD', 5),
        replayOf('XAU-USD', 'XAUUSD', 3),
        { feed: 'replay of recorded ticks', symbol: 'XAU-USD', markets: () => recordedTicks('XAU-USD', 'XAUUSD', 3) },
        { feed: 'replay of recorded ticks', symbol: 'EUR-USD', markets: () => recordedTicks('EUR-USD', 'EURUSD', 5) },
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
  const daysPlayed = ((all.at(-1)?.toMs ?? 0) - (all[0]?.fromMs ?? 0)) / dayMs;
  say(`\n${feed}, ${symbol}, ${daysPlayed.toFixed(0)} days`);
  if (isWanted('seconds', process.env['BENCH_BOT_PRODUCTS']))
    for (const seconds of contracts)
      for (const score of playBots(all, seconds, terms.payoutLess)) {
        const { bot, orders, gross, net, netError } = score;
        isFound ||= net > noise * netError;
        const money = `${grossOf(score)}, cost ${(100 * (gross - net)).toFixed(1)}, net ${withError(100 * net, 100 * netError)} % of a stake`;
        say(`  ${nameOf('seconds', seconds, bot, orders)}, ${rightOf(score)}, ${money}`);
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

function rightOf({ won, lost, deviations }: Score): string {
  return `${((100 * won) / (won + lost)).toFixed(2)} % right (${deviations.toFixed(1)} σ)`;
}

function grossOf({ gross, grossError }: Score): string {
  return `gross ${withError(100 * gross, 100 * grossError)}`;
}

function nameOf(product: string, seconds: number, bot: string, trades: number): string {
  return `${product.padEnd(9)}${`${seconds} s`.padEnd(7)}${bot.padEnd(32)}${String(trades).padStart(7)} trades`;
}
