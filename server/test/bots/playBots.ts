/**
 * Bots that know whatever is published, and the published rule that decides against them. Each gives one seconds contract after the
 * other; the same entries and exits show what a position or a spot order held as long would have moved.
 */
import { currentRuleVersion, decide, secondsRule, stepsToText } from '@tessera/shared/fairness';
import { countUntil } from './countUntil';
import type { Market, SeenPrice } from './markets';

export interface View {
  readonly atMs: number;
  /** The newest price that the bot sees, and the one it saw so many ms before. */
  readonly now: number;
  ago(ms: number): number;
  /** Newest in the public log. */
  readonly logged: number;
  readonly seconds: number;
}

/** Above zero: up. Zero: stays out. */
type Bot = (view: View) => number;

const minuteMs = 60_000;
const bots: Readonly<Record<string, Bot>> = {
  'follows 2 s': ({ now, ago }) => now - ago(2_000),
  'follows 15 s': ({ now, ago }) => now - ago(15_000),
  'follows 60 s': ({ now, ago }) => now - ago(60_000),
  'against 2 s': ({ now, ago }) => ago(2_000) - now,
  'against 15 s': ({ now, ago }) => ago(15_000) - now,
  'against 60 s': ({ now, ago }) => ago(60_000) - now,
  'back to the open of the minute': ({ atMs, now, ago }) => ago(atMs % minuteMs) - now,
  'away from the open of the minute': ({ atMs, now, ago }) => now - ago(atMs % minuteMs),
  'hears the source first': ({ now, logged }) => now - logged,
};

export interface Score {
  readonly market: string;
  readonly bot: string;
  readonly seconds: number;
  readonly orders: number;
  readonly won: number;
  readonly lost: number;
  /** Standard deviations by which `won` is above one half of what was won or lost. */
  readonly deviations: number;
  /** Of a stake, a contract: what it would bring at even odds and without a fee, and its standard error. Zero is a coin. */
  readonly gross: number;
  readonly grossError: number;
  /** Of a stake, a contract, after fees, and its standard error. */
  readonly net: number;
  readonly netError: number;
  /** The mean move in the bot's direction from entry to exit, and its standard error, in millionths of the price. */
  readonly movePpm: number;
  readonly moveErrorPpm: number;
}

/** As published for crypto and metals in the first catalogue. */
const terms: Readonly<Record<number, { readonly payout: number; readonly fee: number }>> = {
  30: { payout: 0.82, fee: 0.02 },
  60: { payout: 0.85, fee: 0.02 },
  120: { payout: 0.87, fee: 0.02 },
  180: { payout: 0.89, fee: 0.02 },
  300: { payout: 0.92, fee: 0.02 },
};
const rule = secondsRule(currentRuleVersion);
/** Between two contracts of a bot, so that they share no tick: entry and decision take their time. */
const restMs = 5_000;

interface Tally {
  orders: number;
  won: number;
  lost: number;
  move: number;
  squared: number;
}

/** Of several days of one market, together. `payoutLess`: so much less is paid than for crypto. */
export function playBots(markets: Iterable<Market>, seconds: number, payoutLess = 0): Score[] {
  const tallies = new Map<string, Tally>();
  let name = '';
  for (const market of markets) {
    name = market.name;
    playDay(market, seconds, tallies);
  }
  return [...tallies].map(([bot, tally]) => scoreOf(name, bot, seconds, tally, payoutLess));
}

export const playersOf = (market: Market, seconds: number): readonly (readonly [string, Bot])[] => [
  ...Object.entries(bots),
  ...Object.entries(market.forecasts).map(([bot, forecast]) => [bot, ({ atMs }: View) => forecast(atMs, seconds)] as const),
];

/** What a bot sees at an instant; undefined before the first price. */
export function viewOf(market: Market, seconds: number): (atMs: number) => View | undefined {
  const publicTimes = market.log.map(({ publicAtMs }) => publicAtMs);
  const seenTimes = market.seen.map(({ atMs }) => atMs);
  const seenAt = (atMs: number): SeenPrice | undefined => market.seen[countUntil(seenTimes, atMs) - 1];
  return (atMs) => {
    const head = market.log[countUntil(publicTimes, atMs) - 1];
    const now = seenAt(atMs)?.steps;
    if (head === undefined || now === undefined) return undefined;
    return { atMs, now, ago: (ms) => seenAt(atMs - ms)?.steps ?? now, logged: head.steps, seconds };
  };
}

function playDay(market: Market, seconds: number, tallies: Map<string, Tally>): void {
  const players = playersOf(market, seconds);
  const publicTimes = market.log.map(({ publicAtMs }) => publicAtMs);
  const viewAt = viewOf(market, seconds);
  const text = (steps: number): string => stepsToText(steps, 2);
  for (let atMs = market.fromMs + 120_400; atMs < market.toMs - seconds * 1_000 - restMs; atMs += seconds * 1_000 + restMs) {
    const heads = countUntil(publicTimes, atMs);
    const head = market.log[heads - 1];
    const view = viewAt(atMs);
    if (head === undefined || view === undefined) continue;
    const acceptedAtMs = Math.max(atMs, head.atMs);
    const expiresAtMs = acceptedAtMs + seconds * 1_000;
    const run = market.log
      .slice(heads - 1, countUntil(publicTimes, expiresAtMs + 3_000))
      .map((tick) => ({ seq: tick.seq, atMs: tick.atMs, price: text(tick.steps), steps: tick.steps }));
    const order = { direction: 'long', acceptedAtMs, acceptedSeq: head.seq, expiresAtMs, isInIncident: false } as const;
    const decision = decide(order, rule, run, expiresAtMs + 3_000);
    if (decision === 'wait') throw new Error('three seconds after its expiry an order is decided');
    for (const [bot, wants] of players) {
      const direction = Math.sign(wants(view));
      if (direction === 0) continue;
      const tally = tallies.get(bot) ?? { orders: 0, won: 0, lost: 0, move: 0, squared: 0 };
      tallies.set(bot, tally);
      tally.orders += 1;
      if (decision.outcome !== 'won' && decision.outcome !== 'lost') continue;
      const isRight = (decision.outcome === 'won') === direction > 0;
      tally[isRight ? 'won' : 'lost'] += 1;
      const [entry, exit] = [Number(decision.entry?.price), Number(decision.exit?.price)];
      const move = (direction * (exit - entry) * 1_000_000) / entry;
      tally.move += move;
      tally.squared += move * move;
    }
  }
}

function scoreOf(
  market: string,
  bot: string,
  seconds: number,
  { orders, won, lost, move, squared }: Tally,
  payoutLess: number,
): Score {
  const { payout: ofCrypto = 0, fee = 0 } = terms[seconds] ?? {};
  const payout = ofCrypto - payoutLess;
  const decided = won + lost;
  const luck = Math.sqrt((won * lost) / decided) / orders;
  const mean = move / decided;
  return {
    ...{ market, bot, seconds, orders, won, lost },
    deviations: (won - decided / 2) / Math.sqrt(decided / 4),
    net: (won * payout - lost - decided * fee) / orders,
    netError: (1 + payout) * luck,
    gross: (won - lost) / orders,
    grossError: 2 * luck,
    movePpm: mean,
    moveErrorPpm: Math.sqrt(Math.max(0, squared / decided - mean * mean) / decided),
  };
}
