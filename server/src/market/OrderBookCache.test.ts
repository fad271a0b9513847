import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { endpoints } from '@tessera/shared/contract';
import { fromHex } from '@tessera/shared/fairness';
import { amount, compare, multiply, price, rate, toText } from '@tessera/shared/money';
import { bookOf } from '@tessera/shared/trading';
import { useTestDatabase } from '../../test/testDatabase';
import { loadCatalog } from '../catalog/Catalog';
import { createLease } from '../feed/Lease';
import type { FeedTick } from '../feed/PriceFeed';
import { createTickBus, type RecordedTick } from '../feed/TickBus';
import { createTickWriter } from '../feed/TickWriter';
import { readTicks } from '../feed/tickLog';
import { createLog } from '../platform/log';
import { orderBookHandlers } from './orderBookHandlers';
import { bookTermsOf, createOrderBookCache, maxTrades } from './OrderBookCache';

const { depth, recentTrades } = endpoints;
const database = useTestDatabase();
const atMs = Date.parse('2026-11-18T00:00:00Z');

beforeEach(async () => {
  await database.owner.query('truncate tick, tick_head, candle, lease');
});
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const aTick = (afterMs: number, text: string, volume: string | null = '2', symbol = 'BTC-USDT'): FeedTick => ({
  symbol,
  atMs: atMs + afterMs,
  sourceAtMs: atMs + afterMs,
  receivedAtMs: atMs + afterMs,
  price: price(text),
  bid: price(text),
  ask: price(text),
  volume: volume === null ? undefined : amount(volume),
});

async function aMarket() {
  const catalog = await loadCatalog(database.db, atMs);
  const bus = createTickBus((error) => {
    throw error;
  });
  const epoch = (await createLease(database.db, 'feed', 'test', 4_000).acquire(atMs)) ?? 0;
  const writer = await createTickWriter({
    db: database.db,
    bus,
    log: createLog({ logLevel: 'silent' }),
    epoch,
    onWritten: () => undefined,
    onRefused: () => undefined,
    onFenced: () => undefined,
  });
  cleanups.push(() => writer.stop());
  const orderBooks = createOrderBookCache(database.db, catalog);
  bus.onTicks(orderBooks.onTicks);
  const handlers = orderBookHandlers(catalog, orderBooks);
  const call = {
    user: undefined,
    language: 'en',
    nowMs: atMs + 5,
    ip: '',
    idempotencyKey: undefined,
    traceId: '',
  } as never as object;
  const ask = (name: 'depth' | 'recentTrades', request: object) =>
    (handlers[name] as (call: object) => Promise<unknown>)({ ...call, request });
  return {
    orderBooks,
    catalog,
    ask,
    backfill: (...ticks: FeedTick[]) => writer.backfill(ticks),
    record: async (...ticks: FeedTick[]): Promise<void> => {
      writer.accept(ticks);
      await writer.flush();
    },
  };
}

it('shows the book that anybody draws from the stored tick', async () => {
  const { ask, catalog, record } = await aMarket();
  await record(aTick(0, '98400.12'), aTick(250, '98401.5'));
  const [stored] = await readTicks(database.db, 'BTC-USDT', 2, 2);
  const terms = bookTermsOf(catalog, 'BTC-USDT');
  if (stored === undefined || terms === undefined) throw new Error('the tick was stored and the symbol is traded');
  const drawn = bookOf({ price: price(stored.price), hash: fromHex(stored.hash) }, terms);
  const answer = depth.response.parse(await ask('depth', { symbol: 'BTC-USDT' }));
  expect(answer).toEqual({
    symbol: 'BTC-USDT',
    seq: 2,
    atMs: atMs + 250,
    isModelled: true,
    bids: drawn.bids.map((level) => [toText(level.price), toText(level.quantity)]),
    asks: drawn.asks.map((level) => [toText(level.price), toText(level.quantity)]),
  });
  expect(answer.bids[0]?.[0]).toBe('98401.4');
  expect(answer.asks[0]?.[0]).toBe('98401.6');
});

it('models trades from ticks: newest first, the side by the move, sideways as before, in whole steps, none where nothing was traded', async () => {
  const { ask, record } = await aMarket();
  await record(
    aTick(0, '100', '2'),
    aTick(250, '101', '0.1234567'),
    aTick(500, '101', '3'),
    aTick(750, '99', '0.0000001'),
    aTick(1000, '99', '0'),
    aTick(1250, '99', '4'),
    aTick(1500, '100', '5'),
  );
  const { trades, isModelled } = recentTrades.response.parse(await ask('recentTrades', { symbol: 'BTC-USDT' }));
  expect(isModelled).toBe(true);
  expect(trades.map(({ seq, price: at, quantity, side }) => [seq, at, quantity, side])).toEqual([
    [7, '100', '5', 'buy'],
    [6, '99', '4', 'sell'],
    [4, '99', '0.00001', 'sell'],
    [3, '101', '3', 'buy'],
    [2, '101', '0.12345', 'buy'],
    [1, '100', '2', 'buy'],
  ]);
  expect(
    recentTrades.response.parse(await ask('recentTrades', { symbol: 'BTC-USDT', limit: 2 })).trades.map(({ seq }) => seq),
  ).toEqual([7, 6]);
});

it('a source without volume: the quantity is what stands at the touch', async () => {
  const { ask, orderBooks, record } = await aMarket();
  await record(aTick(0, '100', null), aTick(250, '99', null));
  const { trades } = recentTrades.response.parse(await ask('recentTrades', { symbol: 'BTC-USDT' }));
  expect(trades[0]).toMatchObject({ side: 'sell', quantity: orderBooks.book('BTC-USDT')?.bids[0]?.[1] });
});

it('keeps the last hundred trades', async () => {
  const { orderBooks, record } = await aMarket();
  await record(...Array.from({ length: 130 }, (_, index) => aTick(index * 250, String(100 + index))));
  expect(orderBooks.trades('BTC-USDT', 500)).toHaveLength(maxTrades);
  expect(orderBooks.trades('BTC-USDT', 500)[0]?.seq).toBe(130);
  expect(orderBooks.trades('BTC-USDT', 500, 127).map(({ seq }) => seq)).toEqual([130, 129, 128]);
});

it('after a start it knows from the log what it knew before, and passes over ticks that were filled in', async () => {
  const { orderBooks, catalog, record, backfill } = await aMarket();
  await record(aTick(0, '100'), aTick(250, '101'), aTick(500, '101'), aTick(750, '99'), aTick(0, '3000', '4', 'ETH-USDT'));
  await backfill(aTick(1000, '55'), aTick(1250, '56'));
  const again = createOrderBookCache(database.db, catalog);
  await again.load();
  for (const symbol of ['BTC-USDT', 'ETH-USDT']) {
    expect(again.book(symbol)).toEqual(orderBooks.book(symbol));
    expect(again.trades(symbol, 100)).toEqual(orderBooks.trades(symbol, 100));
  }
  expect(again.book('BTC-USDT')?.seq).toBe(4);
});

it('ticks that come while the log is read are taken once, after it', async () => {
  const { catalog, record } = await aMarket();
  await record(aTick(0, '100'), aTick(250, '101'));
  const again = createOrderBookCache(database.db, catalog);
  const loading = again.load();
  const late = (seq: number): RecordedTick => ({ ...aTick(seq * 250, '102'), seq, hash: new Uint8Array(32) });
  again.onTicks([late(2), late(3)]);
  await loading;
  expect(again.trades('BTC-USDT', 100).map(({ seq, price: at }) => [seq, at])).toEqual([
    [3, '102'],
    [2, '101'],
    [1, '100'],
  ]);
});

it('on a following node a tick that was filled in changes nothing', async () => {
  const { orderBooks, record } = await aMarket();
  await record(aTick(0, '100'));
  const before = orderBooks.book('BTC-USDT');
  orderBooks.onTicks([{ ...aTick(250, '55'), seq: 2, hash: new Uint8Array(32), isFilled: true }]);
  expect(orderBooks.book('BTC-USDT')).toBe(before);
});

it('before the first tick the book is empty; an unknown symbol and one without spot are told apart', async () => {
  const { ask } = await aMarket();
  expect(depth.response.parse(await ask('depth', { symbol: 'BTC-USDT' }))).toEqual({
    symbol: 'BTC-USDT',
    seq: 0,
    atMs: atMs + 5,
    bids: [],
    asks: [],
    isModelled: true,
  });
  expect(await ask('recentTrades', { symbol: 'BTC-USDT' })).toEqual({ symbol: 'BTC-USDT', trades: [], isModelled: true });
  for (const name of ['depth', 'recentTrades'] as const) {
    await expect(ask(name, { symbol: 'NOPE-USDT' })).rejects.toMatchObject({ code: 'ORDER_SYMBOL_NOT_FOUND' });
    await expect(ask(name, { symbol: 'EUR-USD' })).rejects.toMatchObject({ code: 'FEATURE_NOT_OPEN' });
  }
});

it("draws a sane book at every spot symbol's own price", async () => {
  const { orderBooks, catalog, record } = await aMarket();
  const spot = catalog.symbols().filter(({ id }) => bookTermsOf(catalog, id) !== undefined);
  expect(spot.length).toBeGreaterThan(10);
  await record(...spot.map(({ id, model }) => aTick(0, toText(model.referencePrice), '1', id)));
  for (const { id, model } of spot) {
    const book = orderBooks.book(id);
    expect([id, book?.bids.length, book?.asks.length]).toEqual([id, 20, 20]);
    const worst = price(book?.asks[19]?.[0] ?? '0');
    // The whole book lies well within one percent of the price.
    expect([id, compare(worst, multiply(model.referencePrice, rate('1.005'), 8, 'halfEven'))]).toEqual([id, -1]);
  }
});
