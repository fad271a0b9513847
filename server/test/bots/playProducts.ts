/**
 * The same bots with positions and spot orders. Long and short of each instant are judged once, by the products' own rules
 * (heldPosition), and each bot takes the one that it wants. A further bot holds over each night on the side that the swap favours.
 */
import { rolloversBetween } from '@tessera/shared/trading';
import { countUntil } from './countUntil';
import { heldCoins, heldPosition, type Held, type Holding } from './heldPosition';
import type { LoggedTick, Market } from './markets';
import { playersOf, viewOf } from './playBots';
import type { ProductTerms } from './productTerms';

export type Product = 'leverage' | 'spot';

export interface ProductScore {
  readonly bot: string;
  readonly trades: number;
  /** Positions that ended against their holder's will. */
  readonly stopped: number;
  /** Means of a trade and their standard errors, in millionths of what was traded. Cost is what of the gross does not arrive. */
  readonly grossPpm: number;
  readonly grossErrorPpm: number;
  readonly costPpm: number;
  readonly netPpm: number;
  readonly netErrorPpm: number;
}

const judges: Readonly<Record<Product, (holding: Holding) => Held | undefined>> = { leverage: heldPosition, spot: heldCoins };
const restMs = 5_000;
/** Entries are at least so far apart, however short they are held: a month of them is judged in minutes. No whole minutes: a bot sees every second of one. */
const shortestPeriodMs = 307_000;
/** The night's bot is in for a minute on either side of it. */
const aroundNightMs = 60_000;
const decideMs = 31_000;

/** `markets`: days of one symbol, one after the other. */
export function playProducts(
  markets: readonly Market[],
  symbol: string,
  terms: ProductTerms,
  product: Product,
  seconds: number,
): ProductScore[] {
  const trades = new Map<string, Held[]>();
  const keep = (bot: string, held: Held | undefined): void => {
    if (held === undefined) return;
    const before = trades.get(bot);
    if (before === undefined) trades.set(bot, [held]);
    else before.push(held);
  };
  markets.forEach((market, index) => {
    const log = logOf(market, markets[index + 1]);
    const judgeAt = (atMs: number, holdMs: number) => {
      const heads = countUntil(log.publicTimes, atMs);
      const head = log.ticks[heads - 1];
      if (head === undefined) return undefined;
      const acceptedAtMs = Math.max(atMs, head.atMs);
      const closeAtMs = acceptedAtMs + holdMs;
      const ticks = log.ticks.slice(heads, countUntil(log.publicTimes, closeAtMs + decideMs));
      return (direction: 'long' | 'short'): Held | undefined =>
        judges[product]({ symbol, terms, direction, head, acceptedAtMs, closeAtMs, ticks });
    };
    const players = playersOf(market, seconds);
    const view = viewOf(market, seconds);
    const periodMs = Math.max(shortestPeriodMs, seconds * 1_000 + restMs);
    for (let atMs = market.fromMs + 120_400; atMs < market.toMs - seconds * 1_000 - decideMs; atMs += periodMs) {
      const seen = view(atMs);
      const judge = judgeAt(atMs, seconds * 1_000);
      if (seen === undefined || judge === undefined) continue;
      const wanted = players.map(([bot, wants]) => [bot, Math.sign(wants(seen))] as const);
      const long = wanted.some(([, side]) => side > 0) ? judge('long') : undefined;
      const short = wanted.some(([, side]) => side < 0) ? judge('short') : undefined;
      for (const [bot, side] of wanted) if (side !== 0) keep(bot, side > 0 ? long : short);
    }
    if (product === 'spot') return;
    const { swapLong, swapShort, rolloverMinute } = terms.leverage;
    const side = Number(swapLong) > Number(swapShort) ? 'long' : 'short';
    for (const nightMs of rolloversBetween(market.fromMs + aroundNightMs, market.toMs, rolloverMinute))
      keep('over the night', judgeAt(nightMs - aroundNightMs, 2 * aroundNightMs)?.(side));
  });
  return [...trades].map(([bot, held]) => scoreOf(bot, held));
}

/** A day and the beginning of the next: what is held over the day's end. */
function logOf(market: Market, next: Market | undefined): { ticks: readonly LoggedTick[]; publicTimes: readonly number[] } {
  const after = next?.fromMs === market.toMs ? next.log.slice(0, 1_000) : [];
  const shift = market.log.length;
  const ticks = [...market.log, ...after.map((tick) => ({ ...tick, seq: tick.seq + shift }))];
  return { ticks, publicTimes: ticks.map(({ publicAtMs }) => publicAtMs) };
}

function scoreOf(bot: string, held: readonly Held[]): ProductScore {
  const [gross, net] = [mean(held.map(({ grossPpm }) => grossPpm)), mean(held.map(({ netPpm }) => netPpm))];
  return {
    bot,
    trades: held.length,
    stopped: held.filter(({ isStopped }) => isStopped).length,
    grossPpm: gross.mean,
    grossErrorPpm: gross.error,
    costPpm: gross.mean - net.mean,
    netPpm: net.mean,
    netErrorPpm: net.error,
  };
}

function mean(values: readonly number[]): { readonly mean: number; readonly error: number } {
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return { mean: middle, error: Math.sqrt(squares / values.length / Math.max(1, values.length - 1)) };
}
