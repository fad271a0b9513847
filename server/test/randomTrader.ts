/**
 * A person who does anything that the app allows, drawn from a seed: orders of every product with sensible and less sensible
 * figures, closings, stops, cancelling, transfers. Refusals of the catalogue are part of it; anything else is thrown.
 */
import type { EndpointName } from '@tessera/shared/contract';
import type { Catalog } from '../src/catalog/Catalog';

/** [0, below), the same for the same seed. */
export type Draw = (below: number) => number;

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
/** A UUID out of the draws, so that a run is the same again. */
export const drawUuid = (draw: Draw): string => {
  const hex = Array.from({ length: 32 }, () => draw(16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

export interface TraderDeps {
  readonly draw: Draw;
  readonly catalog: Catalog;
  /** Symbols that tick. */
  readonly symbols: readonly string[];
  /** The latest price, for drawing requests only. */
  priceOf(symbol: string): number | undefined;
  /** Answers the data; undefined where the catalogue refused, or nobody knows what happened. */
  ask(name: EndpointName, request: Record<string, unknown>, key: string): Promise<Record<string, unknown> | undefined>;
}

export interface Trader {
  act(): Promise<string>;
  /** Takes nothing new; ends what can be ended. */
  finish(): Promise<void>;
}

/** What every act draws from, and what the trader has open. */
interface Hand extends TraderDeps {
  readonly positions: { id: string; family: 'crypto' | 'forex' }[];
  readonly resting: string[];
  readonly one: <T>(choices: readonly T[]) => T;
  readonly key: () => string;
  readonly isCrypto: (symbol: string) => boolean;
  readonly priceText: (symbol: string, value: number) => string;
  readonly inSteps: (value: number, step: string, min: string) => string;
}

function handOf(parts: TraderDeps): Hand {
  const { draw, catalog } = parts;
  return {
    ...parts,
    positions: [],
    resting: [],
    one: (choices) => choices[draw(choices.length)] as (typeof choices)[number],
    key: () => drawUuid(draw),
    isCrypto: (symbol) => catalog.symbol(symbol)?.assetClass === 'crypto',
    priceText: (symbol, value) =>
      Math.max(value, 10 ** -(catalog.symbol(symbol)?.digits ?? 2)).toFixed(catalog.symbol(symbol)?.digits ?? 2),
    inSteps(value, step, min) {
      const digits = step.split('.')[1]?.length ?? 0;
      return (Math.max(Math.round(value / Number(step)), Math.round(Number(min) / Number(step))) * Number(step)).toFixed(digits);
    },
  };
}

export function createRandomTrader(parts: TraderDeps): Trader {
  const hand = handOf(parts);
  const { draw, ask, one, key, positions, resting } = hand;
  const acts: readonly (readonly [weight: number, act: () => Promise<string>])[] = [
    [5, () => seconds(hand)],
    [8, () => leverage(hand)],
    [5, () => close(hand)],
    [3, () => setStop(hand)],
    [6, () => spot(hand)],
    [
      2,
      async () => (positions.length === 0 ? 'none' : (await ask('leverageCancel', { id: one(positions).id }, key()), 'cancel')),
    ],
    [3, async () => (resting.length === 0 ? 'none' : (await ask('spotCancel', { id: one(resting) }, key()), 'spot cancel'))],
    [
      1,
      async () => (
        await ask('leverageCloseAll', { action: one(['close', 'cancel']), family: one(['crypto', 'forex']) }, key()),
        'all'
      ),
    ],
    [
      3,
      async () => {
        const [from, to] = one([
          ['coin', 'contract'],
          ['contract', 'coin'],
        ] as const);
        return (await ask('transfer', { from, to, asset: 'USDT', amount: `${1 + draw(300)}.${draw(10)}1` }, key()), 'transfer');
      },
    ],
    [1, async () => (await ask('demoRefill', {}, key()), 'refill')],
  ];
  const whole = acts.reduce((sum, [weight]) => sum + weight, 0);

  return {
    async act() {
      let place = draw(whole);
      for (const [weight, act] of acts) if ((place -= weight) < 0) return act();
      return 'nothing';
    },
    async finish() {
      for (const family of ['crypto', 'forex'])
        for (const action of ['cancel', 'close']) await ask('leverageCloseAll', { action, family }, key());
      for (const id of resting) await ask('spotCancel', { id }, key());
    },
  };
}

async function seconds({ symbols, catalog, one, key, draw, ask, isCrypto }: Hand): Promise<string> {
  const symbol = one(symbols);
  const durations = catalog.secondsTerms(symbol).map((term) => term.seconds);
  const duration = durations[draw(durations.length)] ?? 30;
  const quote = await ask('secondsTerms', { symbol, seconds: duration }, key());
  if (quote === undefined) return 'no quote';
  const request = {
    symbol,
    seconds: duration,
    direction: one(['long', 'short']),
    stake: `${10 + draw(120)}.${1 + draw(8)}${draw(9)}${1 + draw(8)}`,
    asset: 'USDT',
    clientOrderId: key(),
    quoteId: quote['quoteId'],
  };
  await ask(isCrypto(symbol) ? 'secondsSubmit' : 'secondsWhSubmit', request, key());
  return 'seconds';
}

async function leverage(hand: Hand): Promise<string> {
  const { symbols, catalog, priceOf, draw, one, key, priceText, inSteps, isCrypto, ask, positions } = hand;
  const symbol = one(symbols);
  const [terms, info, now] = [catalog.leverageTerms(symbol), catalog.symbol(symbol), priceOf(symbol)];
  if (terms === undefined || info === undefined || now === undefined) return 'no price';
  const direction = one(['long', 'short'] as const);
  const sign = direction === 'long' ? 1 : -1;
  const point = 10 ** -info.digits;
  const below = Math.floor(info.spreadSteps / 2) * point;
  const at = direction === 'long' ? now + info.spreadSteps * point - below : now - below;
  // Mostly the highest leverages: they end early.
  const leverages = terms.leverages.slice(draw(3) === 0 ? 0 : -2);
  const isLimit = draw(3) === 0;
  const limitPrice = now * (1 - (sign * draw(400)) / 200_000);
  const worth =
    (now * Number(info.contractSize.toFixed())) / (terms.divisorSymbol === undefined ? 1 : (priceOf(terms.divisorSymbol) ?? 1));
  const factor = one(leverages);
  const lots = inSteps(((20 + draw(400)) * factor) / worth, info.lotStep.toFixed(), info.lotMin.toFixed());
  const from = isLimit ? limitPrice : now;
  const stops = {
    ...(draw(3) === 0 ? { takeProfit: priceText(symbol, from * (1 + (sign * (20 + draw(400))) / 200_000)) } : {}),
    ...(draw(3) === 0 ? { stopLoss: priceText(symbol, from * (1 - (sign * (20 + draw(400))) / 200_000)) } : {}),
  };
  const request = {
    clientOrderId: key(),
    symbol,
    direction,
    lots,
    leverage: factor,
    ...stops,
    ...(isLimit
      ? { entrustment: 'limit', limitPrice: priceText(symbol, limitPrice) }
      : { entrustment: 'market', seenPrice: priceText(symbol, at) }),
  };
  const order = await ask(isCrypto(symbol) ? 'leverageSubmit' : 'leverageWhSubmit', request, key());
  if (typeof order?.['id'] === 'string') positions.push({ id: order['id'], family: isCrypto(symbol) ? 'crypto' : 'forex' });
  return isLimit ? 'leverage limit' : 'leverage market';
}

async function close({ positions, catalog, one, key, draw, inSteps, ask }: Hand): Promise<string> {
  if (positions.length === 0) return 'nothing to close';
  const { id, family } = one(positions);
  const found = await ask('leverageDetail', { id }, key());
  const order = found?.['order'] as { openLots: string; symbol: string } | undefined;
  const step = order === undefined ? undefined : catalog.symbol(order.symbol)?.lotStep.toFixed();
  const half = order === undefined || step === undefined ? undefined : inSteps(Number(order.openLots) / 2, step, step);
  const part = half !== undefined && draw(2) === 0 && Number(half) < Number(order?.openLots) ? { lots: half } : {};
  await ask(family === 'crypto' ? 'leverageClose' : 'leverageWhClose', { id, ...part }, key());
  return 'close';
}

async function setStop({ positions, priceOf, one, key, draw, priceText, ask }: Hand): Promise<string> {
  if (positions.length === 0) return 'no position';
  const { id } = one(positions);
  const found = (await ask('leverageDetail', { id }, key()))?.['order'] as
    | { symbol: string; direction: string; openPrice: string | null }
    | undefined;
  const now = found === undefined ? undefined : priceOf(found.symbol);
  if (found === undefined || now === undefined) return 'no price';
  const sign = found.direction === 'long' ? 1 : -1;
  const at = (share: number): string => priceText(found.symbol, now * (1 + (sign * share) / 200_000));
  const request = one<Record<string, unknown>>([
    { takeProfit: at(10 + draw(300)) },
    { stopLoss: at(-10 - draw(300)) },
    { takeProfit: null },
    { takeProfit: at(50 + draw(300)), stopLoss: null },
  ]);
  await ask('leverageSetStop', { id, ...request }, key());
  return 'set stop';
}

async function spot(hand: Hand): Promise<string> {
  const { symbols, catalog, priceOf, draw, one, key, priceText, inSteps, ask, resting } = hand;
  const symbol = one(symbols.filter((id) => catalog.spotTerms(id) !== undefined));
  const [terms, now] = [catalog.spotTerms(symbol), priceOf(symbol)];
  if (terms === undefined || now === undefined) return 'no price';
  const side = one(['buy', 'sell'] as const);
  const quantity = inSteps((15 + draw(300)) / now, terms.quantityStep.toFixed(), terms.quantityMin.toFixed());
  const sign = side === 'buy' ? 1 : -1;
  const limit = now * (1 + (sign * (draw(260) - (side === 'buy' ? 200 : 260))) / 200_000);
  const seenPrice = priceText(symbol, now);
  const figures = one<Record<string, unknown>>([
    { entrustment: 'limit', price: priceText(symbol, limit), quantity },
    { entrustment: 'limit', price: priceText(symbol, limit), quantity },
    { entrustment: 'market', quantity, seenPrice },
    side === 'buy'
      ? { entrustment: 'market', total: `${15 + draw(200)}.${1 + draw(8)}${1 + draw(8)}`, seenPrice }
      : { entrustment: 'market', quantity, seenPrice },
  ]);
  const order = await ask('spotSubmit', { clientOrderId: key(), symbol, side, ...figures }, key());
  if (typeof order?.['id'] === 'string' && figures['entrustment'] === 'limit') resting.push(order['id']);
  return 'spot';
}
