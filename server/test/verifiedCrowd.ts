/**
 * A crowd on a drawn market, and the proof of everything that came of it: short scenes, spread over a span, in which the ticks of
 * every symbol come as densely as on the exchange and some people trade all products.
 */
import { AppError } from '@tessera/shared/errors';
import { createSimulatedPath, slotMs, slotsPerDay, type SimulatedPath } from '@tessera/shared/fairness';
import { toText } from '@tessera/shared/money';
import { anchorMinute, minuteMs } from '../src/feed/minuteAnchors';
import { nativeSha256 } from '../src/feed/nativeSha256';
import type { FeedTick } from '../src/feed/PriceFeed';
import { aFeedTick } from './handTicks';
import { createRandomTrader, drawFrom, type Trader } from './randomTrader';
import { testSigningKey } from './testReceipts';
import type { SignedIn } from '../src/http/handler';
import type { TradingFloor } from './tradingFloor';

const dayMs = 86_400_000;
const sliceMs = 4000;
const pairs = [
  ['USDT', 'BTC', '123.456789'],
  ['BTC', 'USDT', '0.01234567'],
  ['BTC', 'ETH', '0.00777777'],
  ['ETH', 'BTC', '0.31'],
] as const;

/** `ticksIn`: what a symbol's market says after an instant and up to another one. Answers the people. */
export interface CrowdDeps {
  readonly floor: TradingFloor;
  readonly symbols: readonly string[];
  readonly ticksIn: (symbol: string, fromMs: number, toMs: number) => readonly FeedTick[];
  readonly seed: number;
  readonly people: number;
  readonly scenes: number;
  readonly spanMs: number;
  readonly sceneMs: number;
  /** Before each scene. */
  readonly onScene?: (scene: number) => void;
}

export async function tradeAsACrowd(parts: CrowdDeps): Promise<readonly SignedIn[]> {
  const { floor, symbols, ticksIn, scenes, spanMs, sceneMs } = parts;
  const draw = drawFrom(parts.seed);
  const drawPair = drawFrom(parts.seed + 1);
  const prices = new Map<string, number>();
  const users: SignedIn[] = [];
  const traders: Trader[] = [];
  for (let index = 0; index < parts.people; index += 1) {
    const user = await floor.aPerson({
      coin: '60000',
      contract: index % 2 === 0 ? '900' : '20000',
      coins: { BTC: '0.5', ETH: '9' },
    });
    users.push(user);
    traders.push(
      createRandomTrader({
        draw,
        catalog: floor.catalog,
        symbols,
        priceOf: (symbol) => prices.get(symbol),
        ask: async (name, request, key) => {
          try {
            return (await floor.ask(user, name, request as never, key)) as Record<string, unknown>;
          } catch (error) {
            if (error instanceof AppError) return undefined;
            throw error;
          }
        },
      }),
    );
  }

  let knownMs = floor.now();
  async function pass(byMs: number): Promise<void> {
    const toMs = knownMs + byMs;
    const ticks = symbols.flatMap((symbol) =>
      floor.catalog.marketStatus(symbol, toMs)?.state === 'closed' ? [] : ticksIn(symbol, knownMs, toMs),
    );
    floor.clock.set(toMs);
    await floor.feedTicks(ticks);
    for (const { symbol, price } of ticks) prices.set(symbol, Number(toText(price)));
    const minuteBefore = Math.floor(knownMs / minuteMs);
    for (let minute = minuteBefore + 1; minute * minuteMs < toMs; minute += 1)
      await anchorMinute(floor.database.db, minute * minuteMs, 1, testSigningKey);
    knownMs = toMs;
    await floor.judge();
  }

  /** One of the people exchanges what he has of one asset, where its price is of now. */
  async function exchange(): Promise<void> {
    const user = users[drawPair(users.length)] as SignedIn;
    const [from, to, amount] = pairs[drawPair(pairs.length)] as (typeof pairs)[number];
    try {
      const { quote } = await floor.ask(user, 'flashList', { from, to, amount });
      if (quote !== null) await floor.ask(user, 'flash', { quoteId: quote.quoteId });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** So that the last ticks are covered: nobody comes before the next minute. */
  async function closeMinute(): Promise<void> {
    knownMs = (Math.floor(knownMs / minuteMs) + 1) * minuteMs;
    await anchorMinute(floor.database.db, knownMs, 1, testSigningKey);
  }

  const startMs = floor.now();
  for (let scene = 0; scene < scenes; scene += 1) {
    parts.onScene?.(scene);
    knownMs = Math.max(knownMs, startMs + Math.floor((scene * spanMs) / scenes));
    for (let passed = 0; passed < sceneMs; passed += sliceMs) {
      await pass(sliceMs);
      if (passed % 40_000 === 0) await exchange();
      if (passed < sceneMs - 80_000 || passed === 0)
        for (let acts = draw(3); acts > 0; acts -= 1) await traders[draw(traders.length)]?.act();
    }
    await closeMinute();
  }
  for (const trader of traders) await trader.finish();
  for (let rest = 0; rest < 8; rest += 1) await pass(15_000);
  await closeMinute();
  return users;
}

/** Prices of the published path, a day at a time, each opening where the day before closed. */
export function drawnMarket(floor: TradingFloor, volatilityPpm: number): CrowdDeps['ticksIn'] {
  const days = new Map<string, SimulatedPath>();
  function dayOf(symbol: string, dayAtMs: number): SimulatedPath {
    const key = `${symbol} ${dayAtMs}`;
    const known = days.get(key);
    if (known !== undefined) return known;
    const info = floor.catalog.symbol(symbol);
    if (info === undefined) throw new Error(`${symbol} is in the catalogue`);
    const openSteps =
      days.get(`${symbol} ${dayAtMs - dayMs}`)?.closeSteps() ??
      Number(info.model.referencePrice.toFixed(info.digits).replace('.', ''));
    const seed = nativeSha256(Buffer.from(`a seed of ${dayAtMs}`));
    const day = {
      symbol,
      dayAtMs,
      openSteps,
      digits: info.digits,
      volatilityPpm,
      activity: 64,
      openSlots: [[0, slotsPerDay]] as const,
    };
    const path = createSimulatedPath(seed, day, nativeSha256);
    days.set(key, path);
    return path;
  }
  return (symbol, fromMs, toMs) => {
    const ticks: FeedTick[] = [];
    for (let atMs = Math.floor(fromMs / slotMs) * slotMs + slotMs; atMs <= toMs; atMs += slotMs) {
      const dayAtMs = Math.floor(atMs / dayMs) * dayMs;
      const tick = dayOf(symbol, dayAtMs).tickAt((atMs - dayAtMs) / slotMs);
      if (tick !== undefined) ticks.push(aFeedTick(symbol, tick.atMs, tick.price));
    }
    return ticks;
  };
}

/** Of everything that was decided for these people, by product, one after another: a month of them is too much to hold. */
export async function* proofsOf(floor: TradingFloor, users: readonly SignedIn[]) {
  const { db } = floor.database;
  const ownerOf = (userId: number): SignedIn | undefined => users.find((user) => user.userId === String(userId));
  const [exchanges, seconds, fills, deals] = [
    await db.selectFrom('flashExchange').select(['id', 'userId']).where('doneAtMs', 'is not', null).orderBy('id').execute(),
    await db.selectFrom('secondsOrder').select(['id', 'userId']).where('status', '=', 'settled').orderBy('id').execute(),
    await db
      .selectFrom('spotFill')
      .innerJoin('spotOrder', 'spotOrder.id', 'spotFill.orderId')
      .select(['spotFill.id', 'userId'])
      .orderBy('spotFill.id')
      .execute(),
    await db.selectFrom('leverageDeal').select(['id', 'userId']).orderBy('id').execute(),
  ];
  for (const [rows, name, key] of [
    [seconds, 'secondsProve', 'orderId'],
    [fills, 'spotProve', 'fillId'],
    [deals, 'leverageProve', 'dealId'],
    [exchanges, 'flashProve', 'id'],
  ] as const) {
    for (const { id, userId } of rows) {
      const user = ownerOf(Number(userId));
      if (user !== undefined)
        yield JSON.parse(JSON.stringify(await floor.ask(user, name, { [key]: String(id) } as never))) as unknown;
    }
  }
}
