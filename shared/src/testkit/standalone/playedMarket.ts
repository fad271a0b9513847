/**
 * A market that a page can look at without an exchange: every symbol follows its price path, the past of it is the chart,
 * and each `step` is the next tick. Deterministic but for the time, which is handed in.
 */
import type { BookFrame, Candle, CandleFrame, PublicTrade, Quote, SymbolInfo } from '../../domain/contract';
import { invariant } from '../../domain/errors';
import type { ServerClock } from '../../domain/time';
import { pricePath, toPrice } from './pricePath';

const barCount = 240;
const pricesPerBar = 4;
const keptTicks = 300;
const levels = 20;
const frameMs: Readonly<Record<CandleFrame, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
  '1w': 604_800_000,
  '1M': 2_592_000_000,
};

/** Prices of the past, oldest first, four to a minute (open, high, low, close): what `GET /quotes/<symbol>` of the dev server answers. */
export type RecordedPrices = Readonly<Record<string, readonly string[]>>;

export interface PlayedMarket {
  readonly symbols: readonly SymbolInfo[];
  /** The next tick of each of these symbols. */
  step(symbols: readonly string[]): readonly Quote[];
  quote(symbol: string): Quote;
  candles(symbol: string, frame: CandleFrame, limit?: number): Candle[];
  ticks(symbol: string, limit?: number): { seq: number; atMs: number; price: string }[];
  book(symbol: string): BookFrame;
}

interface Played {
  readonly info: SymbolInfo;
  readonly path: Generator<number, never>;
  readonly past: readonly number[];
  readonly ticks: { seq: number; atMs: number; price: string }[];
  steps: number;
  seq: number;
  atMs: number;
}

export function createPlayedMarket(
  symbols: readonly { info: SymbolInfo; price: string }[],
  clock: ServerClock,
  recorded: RecordedPrices = {},
): PlayedMarket {
  const played = new Map<string, Played>();
  for (const { info, price } of symbols) {
    const path = pricePath(info, price, recorded[info.symbol]);
    const past = Array.from({ length: barCount * pricesPerBar }, () => path.next().value);
    played.set(info.symbol, { info, path, past, ticks: [], steps: past.at(-1) ?? 1, seq: 1000, atMs: clock.now() });
  }
  const of = (symbol: string): Played => {
    const found = played.get(symbol);
    invariant(found !== undefined, `the played market has no symbol ${symbol}`);
    return found;
  };
  return {
    symbols: symbols.map(({ info }) => info),
    step: (names) => names.filter((name) => played.has(name)).map((name) => quoteOf(stepped(of(name), clock.now()))),
    quote: (symbol) => quoteOf(of(symbol)),
    candles: (symbol, frame, limit = barCount) => candlesOf(of(symbol), frameMs[frame], clock.now()).slice(-limit),
    ticks: (symbol, limit = keptTicks) => of(symbol).ticks.slice(-limit),
    book: (symbol) => bookOf(of(symbol)),
  };
}

function stepped(one: Played, nowMs: number): Played {
  one.steps = one.path.next().value;
  one.seq += 1;
  one.atMs = nowMs;
  one.ticks.push({ seq: one.seq, atMs: nowMs, price: priceOf(one) });
  if (one.ticks.length > keptTicks) one.ticks.shift();
  return one;
}

const priceOf = ({ steps, info }: Played, away = 0): string => toPrice(Math.max(1, steps + away), info.digits);

function quoteOf(one: Played): Quote {
  const { info, past } = one;
  const first = past[0] ?? one.steps;
  const all = [...past, one.steps];
  return {
    symbol: info.symbol,
    seq: one.seq,
    atMs: one.atMs,
    price: priceOf(one),
    bid: priceOf(one, -4),
    ask: priceOf(one, 4),
    changeRate: ((one.steps - first) / first).toFixed(4),
    high: toPrice(Math.max(...all), info.digits),
    low: toPrice(Math.min(...all), info.digits),
    volume: info.assetClass === 'crypto' ? '18345.5' : null,
    turnover: info.assetClass === 'crypto' ? '112000345.75' : null,
    state: 'trading',
  };
}

/** The same bars serve every frame, each as long as the frame asks. The last one is still running and ends at the latest price. */
function candlesOf(one: Played, lengthMs: number, nowMs: number): Candle[] {
  const { past, info } = one;
  const runningMs = nowMs - (nowMs % lengthMs);
  const price = (steps: number): string => toPrice(steps, info.digits);
  return Array.from({ length: barCount }, (_, index): Candle => {
    const isRunning = index === barCount - 1;
    const prices = [past[index * pricesPerBar - 1], ...past.slice(index * pricesPerBar, (index + 1) * pricesPerBar)].filter(
      (steps) => steps !== undefined,
    );
    if (isRunning) prices.push(one.steps);
    const [open = one.steps] = prices;
    return [
      runningMs - (barCount - 1 - index) * lengthMs,
      price(open),
      price(Math.max(...prices)),
      price(Math.min(...prices)),
      price(prices.at(-1) ?? open),
      `${20 + ((index * 37) % 90)}.5`,
    ];
  });
}

function bookOf(one: Played): BookFrame {
  const side = (direction: 1 | -1): [string, string][] =>
    Array.from({ length: levels }, (_, index) => [
      priceOf(one, direction * (4 + index * (3 + index))),
      `${((index * 617 + one.seq * 13) % 900) + 10}.25`,
    ]);
  const trades = one.ticks
    .slice(-30)
    .reverse()
    .map(({ seq, atMs, price }, index, all): PublicTrade => ({
      seq,
      atMs,
      price,
      quantity: `0.${String(((seq * 271) % 8999) + 1000)}`,
      side: Number(price) >= Number(all[index + 1]?.price ?? price) ? 'buy' : 'sell',
    }));
  return { symbol: one.info.symbol, seq: one.seq, atMs: one.atMs, bids: side(-1), asks: side(1), trades, isModelled: true };
}
