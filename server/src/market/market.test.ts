import { beforeEach, describe, expect, it } from '@jest/globals';
import { amount, price } from '@tessera/shared/money';
import { useTestDatabase } from '../../test/testDatabase';
import { loadCatalog } from '../catalog/Catalog';
import { createLease } from '../feed/Lease';
import type { FeedTick } from '../feed/PriceFeed';
import { createTickBus } from '../feed/TickBus';
import { createTickWriter } from '../feed/TickWriter';
import { createLog } from '../platform/log';
import { readCandles } from './candles';
import { createQuoteCache } from './QuoteCache';

const database = useTestDatabase();
/** A Wednesday, 00:00 UTC. */
const dayAtMs = Date.parse('2026-11-18T00:00:00Z');
const minute = 60_000;
const hour = 60 * minute;

beforeEach(async () => {
  await database.owner.query('truncate tick, tick_head, candle, lease');
});

const aTick = (atMs: number, text: string, symbol = 'BTC-USDT'): FeedTick => ({
  symbol,
  atMs,
  sourceAtMs: atMs,
  receivedAtMs: atMs,
  price: price(text),
  bid: price(text),
  ask: price(text),
  volume: amount('2'),
});

async function aMarket() {
  const catalog = await loadCatalog(database.db, dayAtMs);
  const bus = createTickBus((error) => {
    throw error;
  });
  const epoch = (await createLease(database.db, 'feed', 'test', 4_000).acquire(dayAtMs)) ?? 0;
  const writer = await createTickWriter({
    db: database.db,
    bus,
    log: createLog({ logLevel: 'silent' }),
    epoch,
    onWritten: () => undefined,
    onRefused: () => undefined,
    onFenced: () => undefined,
  });
  const record = async (...ticks: FeedTick[]): Promise<void> => {
    writer.accept(ticks);
    await writer.flush();
  };
  return { quoteCache: createQuoteCache(database.db, catalog), bus, record, stop: () => writer.stop() };
}

describe('the quote cache', () => {
  it('shows the figures of the last 24 hours, from the candles and then from ticks alike', async () => {
    const { quoteCache, bus, record, stop } = await aMarket();
    await record(aTick(dayAtMs, '100'), aTick(dayAtMs + hour, '130'), aTick(dayAtMs + 2 * hour, '90'));
    const nowMs = dayAtMs + 24 * hour + 30 * minute;
    await quoteCache.load();
    bus.onTicks(quoteCache.onTicks);
    await record(aTick(nowMs, '110'));
    expect(quoteCache.quote('BTC-USDT', nowMs)).toMatchObject({
      seq: 4,
      price: '110',
      changeRate: '0.1',
      high: '130',
      low: '90',
      volume: '6',
      turnover: '660',
      state: 'trading',
    });
    const fromCandles = (await aReload(nowMs)).quote('BTC-USDT', nowMs);
    expect(quoteCache.quote('BTC-USDT', nowMs)).toEqual(fromCandles);
    await stop();
  });

  it('lets a figure go when it is older than a day, also when nothing ticks any more', async () => {
    const { quoteCache, bus, record, stop } = await aMarket();
    bus.onTicks(quoteCache.onTicks);
    await record(aTick(dayAtMs, '100'), aTick(dayAtMs + hour, '130'), aTick(dayAtMs + 2 * hour, '90'));
    expect(quoteCache.quote('BTC-USDT', dayAtMs + 3 * hour)).toMatchObject({ high: '130', changeRate: null });
    expect(quoteCache.quote('BTC-USDT', dayAtMs + 25 * hour + minute)).toMatchObject({
      high: '90',
      low: '90',
      changeRate: '-0.307692',
    });
    expect(quoteCache.quote('BTC-USDT', dayAtMs + 48 * hour)).toMatchObject({
      price: '90',
      high: null,
      volume: null,
      changeRate: '0',
    });
    await stop();
  });

  it('a closed market keeps the figures of its last day, also for a server that starts while it is closed', async () => {
    const { quoteCache, bus, record, stop } = await aMarket();
    bus.onTicks(quoteCache.onTicks);
    /** Forex closes on Friday at 22:00 UTC and opens on Sunday at 22:00. */
    const closesAtMs = Date.parse('2026-11-20T22:00:00Z');
    const ticks = [-30 * hour, -23 * hour, -2 * hour, -minute].map((before, index) =>
      aTick(closesAtMs + before, ['1.1', '1.3', '1.2', '1.21'][index] ?? '1', 'EUR-USD'),
    );
    await record(...ticks);
    const sundayMs = closesAtMs + 40 * hour;
    const friday = { state: 'closed', price: '1.21', changeRate: '0.1', high: '1.3', low: '1.2' };
    expect(quoteCache.quote('EUR-USD', sundayMs)).toMatchObject(friday);
    expect((await aReload(sundayMs)).quote('EUR-USD', sundayMs)).toMatchObject(friday);
    await stop();
  });

  it('says absent, not zero, about a symbol that never ticked, and tells who changed since a reader looked', async () => {
    const { quoteCache, bus, record, stop } = await aMarket();
    bus.onTicks(quoteCache.onTicks);
    const reader = quoteCache.createReader();
    await record(aTick(dayAtMs, '100'));
    expect(quoteCache.quote('ETH-USDT', dayAtMs)).toBeUndefined();
    expect(quoteCache.quotes(dayAtMs).map((quote) => quote.symbol)).toEqual(['BTC-USDT']);
    expect([...quoteCache.takeChanged(reader)]).toEqual(['BTC-USDT']);
    expect([...quoteCache.takeChanged(reader)]).toEqual([]);
    await stop();
  });

  async function aReload(nowMs: number) {
    const quoteCache = createQuoteCache(database.db, await loadCatalog(database.db, nowMs));
    await quoteCache.load();
    return quoteCache;
  }
});

describe('candles', () => {
  it('joins minutes into a frame by first and last tick, not by size', async () => {
    const { record, stop } = await aMarket();
    await record(
      aTick(dayAtMs, '5'),
      aTick(dayAtMs + minute, '9'),
      aTick(dayAtMs + 4 * minute, '7'),
      aTick(dayAtMs + 5 * minute, '8'),
    );
    await stop();
    const page = await readCandles(database.db, 'BTC-USDT', '5m', { beforeMs: undefined, limit: 10 });
    expect(page).toEqual({
      candles: [
        [dayAtMs, '5', '9', '5', '7', '6'],
        [dayAtMs + 5 * minute, '8', '8', '8', '8', '2'],
      ],
      hasOlder: false,
    });
  });

  it.each([
    ['1m', '2026-11-18T00:07:00Z'],
    ['5m', '2026-11-18T00:05:00Z'],
    ['15m', '2026-11-18T00:00:00Z'],
    ['30m', '2026-11-18T00:00:00Z'],
    ['1h', '2026-11-18T00:00:00Z'],
    ['4h', '2026-11-18T00:00:00Z'],
    ['1d', '2026-11-18T00:00:00Z'],
    ['1w', '2026-11-16T00:00:00Z'],
    ['1M', '2026-11-01T00:00:00Z'],
  ] as const)('starts a candle of %s at %s', async (frame, start) => {
    const { record, stop } = await aMarket();
    await record(aTick(dayAtMs + 7 * minute + 1, '5'));
    await stop();
    const page = await readCandles(database.db, 'BTC-USDT', frame, { beforeMs: undefined, limit: 1 });
    expect(page.candles.map(([startMs]) => new Date(startMs).toISOString())).toEqual([new Date(start).toISOString()]);
  });

  it('pages backward without a gap, a repeat or a half candle', async () => {
    const { record, stop } = await aMarket();
    await record(...Array.from({ length: 60 }, (_, index) => aTick(dayAtMs + index * minute, String(100 + index))));
    await stop();
    const all = await readCandles(database.db, 'BTC-USDT', '5m', { beforeMs: undefined, limit: 100 });
    const pages: (typeof all.candles)[] = [];
    let beforeMs: number | undefined;
    for (;;) {
      const page = await readCandles(database.db, 'BTC-USDT', '5m', { beforeMs, limit: 5 });
      pages.unshift(page.candles);
      beforeMs = page.candles[0]?.[0];
      if (!page.hasOlder) break;
    }
    expect(pages.map((page) => page.length)).toEqual([2, 5, 5]);
    expect(pages.flat()).toEqual(all.candles);
    const inside = await readCandles(database.db, 'BTC-USDT', '5m', { beforeMs: dayAtMs + 7 * minute, limit: 1 });
    expect(inside.candles).toEqual(all.candles.slice(1, 2));
  });

  it('a week begins on Monday and a month on its first, in UTC, whatever lies between', async () => {
    const { record, stop } = await aMarket();
    const at = (text: string) => Date.parse(text);
    // Saturday, Sunday's last second, Monday's first; a month's last and first; a year's turn.
    const ticks: readonly (readonly [string, string])[] = [
      ['2026-11-28T10:00:00Z', '10'],
      ['2026-11-29T23:59:59.999Z', '11'],
      ['2026-11-30T00:00:00Z', '20'],
      ['2026-12-01T00:00:00Z', '30'],
      ['2026-12-31T23:59:59.999Z', '40'],
      ['2027-01-01T00:00:00Z', '50'],
    ];
    await record(...ticks.map(([time, text]) => aTick(at(time), text)));
    await stop();
    const starts = async (frame: '1w' | '1M') =>
      (await readCandles(database.db, 'BTC-USDT', frame, { beforeMs: undefined, limit: 10 })).candles.map(
        ([startMs, open, , , close]) => [new Date(startMs).toISOString().slice(0, 10), open, close],
      );
    expect(await starts('1w')).toEqual([
      ['2026-11-23', '10', '11'],
      ['2026-11-30', '20', '30'],
      ['2026-12-28', '40', '50'],
    ]);
    expect(await starts('1M')).toEqual([
      ['2026-11-01', '10', '20'],
      ['2026-12-01', '30', '40'],
      ['2027-01-01', '50', '50'],
    ]);
  });

  it.each(['1m', '1h', '4h', '1d'] as const)(
    'a weekend without ticks is no row of empty candles of %s, and paging goes on across it',
    async (frame) => {
      const { record, stop } = await aMarket();
      const friday = Date.parse('2026-11-20T21:59:00Z');
      const sunday = Date.parse('2026-11-22T22:00:00Z');
      await record(aTick(friday, '7', 'EUR-USD'), aTick(sunday, '8', 'EUR-USD'), aTick(sunday + minute, '9', 'EUR-USD'));
      await stop();
      const all = await readCandles(database.db, 'EUR-USD', frame, { beforeMs: undefined, limit: 10 });
      expect(all.candles).toHaveLength(frame === '1m' ? 3 : 2);
      const older = await readCandles(database.db, 'EUR-USD', frame, { beforeMs: all.candles[1]?.[0], limit: 1 });
      expect(older).toEqual({ candles: all.candles.slice(0, 1), hasOlder: false });
    },
  );
});
