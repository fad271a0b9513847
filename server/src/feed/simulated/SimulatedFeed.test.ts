/** A first start on a weekend: the closed markets show the week that was, as they would had the exchange been running. */
import { beforeAll, expect, test } from '@jest/globals';
import { price, toText, divide, subtract } from '@tessera/shared/money';
import { useTestDatabase } from '../../../test/testDatabase';
import { testSigningKey } from '../../../test/testReceipts';
import { testSeeds } from '../../../test/testSeeds';
import { loadCatalog } from '../../catalog/Catalog';
import { marketStatus, openSpans } from '../../catalog/marketCalendar';
import { createMarket, type Market } from '../../market/Market';
import { readCandles } from '../../market/candles';
import { createTestClock } from '../../platform/Clock';
import { createLog } from '../../platform/log';
import { createMetrics } from '../../platform/metrics';
import { createFeedService } from '../FeedService';
import { createTickBus } from '../TickBus';
import { createSimulatedDays } from './SimulatedDays';
import { createSimulatedFeed, goesOnFrom } from './SimulatedFeed';

const database = useTestDatabase();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const sundayMs = Date.parse('2026-11-22T10:00:00Z');
/** Forex and metals alike: Friday 22:00. */
const closeMs = Date.parse('2026-11-20T22:00:00Z');
const closedMarkets = ['EUR-USD', 'XAU-USD'];
const fail = (error: unknown): void => {
  throw error;
};

let market: Market;
let calendarOf: (symbol: string) => Parameters<typeof openSpans>[0];
beforeAll(async () => {
  await database.owner.query('delete from symbol where id <> all ($1)', [closedMarkets]);
  const { db } = database;
  const clock = createTestClock(sundayMs);
  const catalog = await loadCatalog(db, clock.now());
  calendarOf = (symbol) => catalog.symbol(symbol)?.calendar ?? (fail(new Error(symbol)) as never);
  const days = createSimulatedDays({ ...testSeeds().parts, db, clock, symbols: catalog.symbols });
  const service = createFeedService({
    db,
    catalog,
    clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    bus: createTickBus(fail),
    feed: createSimulatedFeed({ clock, days, onError: fail }),
    mayLead: true,
    signingKey: testSigningKey,
    countUndecided: async () => 0,
    holder: 'test',
    historyMs: 4 * dayMs,
  });
  market = createMarket({ db, catalog, feed: service });
  await service.start();
  await market.start();
  // The cache keeps what it read; on a Sunday nothing more comes.
  market.stop();
  await service.stop();
});
/** Instant and last price. */
const candlesOf = async (symbol: string, frame: '1m' | '1h') =>
  (await readCandles(database.db, symbol, frame, { beforeMs: undefined, limit: 500 })).candles.map(([atMs, , , , close]) => ({
    atMs,
    close,
  }));

test.each<readonly [string, stalledMs: number, fromMs: number]>([
  ['the next slot', 250, 250],
  ['caught up', 5_000, 250],
  ['all that may be caught up', 5_250, 250],
  ['one slot more is a second and a half', 5_500, 1_500],
  ['a long one', 60_000, 55_000],
])('after a stall the feed goes on so that what is lost is a pause of every market: %s', (_, stalledMs, fromMs) => {
  expect(goesOnFrom(sundayMs, sundayMs + stalledMs) - sundayMs).toBe(fromMs);
});

test.each(closedMarkets)(
  '%s: its last day has a candle for each open minute, and its last hour ends with the close',
  async (symbol) => {
    const minutes = await candlesOf(symbol, '1m');
    expect(minutes).toHaveLength(500);
    expect(minutes.at(-1)?.atMs).toBe(closeMs - minuteMs);
    expect(minutes[0]?.atMs).toBe(closeMs - 500 * minuteMs);
    expect(new Set(minutes.map(({ close }) => close)).size).toBeGreaterThan(50);
  },
);

test.each(closedMarkets)('%s: the days before have their candles, and none lies in closed hours', async (symbol) => {
  const hours = (await candlesOf(symbol, '1h')).map(({ atMs }) => atMs);
  const open = openSpans(calendarOf(symbol), sundayMs - 4 * dayMs, sundayMs).flatMap(([fromMs, toMs]) => {
    const starts: number[] = [];
    for (let atMs = fromMs; atMs < toMs; atMs += hourMs) starts.push(atMs);
    return starts;
  });
  expect(hours).toEqual(open);
});

test.each(closedMarkets)('%s: the quote is closed, as old as the close, and shows what Friday changed', async (symbol) => {
  const quote = market.quoteCache.quote(symbol, sundayMs);
  const minutes = await candlesOf(symbol, '1m');
  const { rows } = await database.owner.query<{ close: string }>(
    `select close from candle where symbol_id = $1 and span = '1m' and at_ms < $2 order by at_ms desc limit 1`,
    [symbol, closeMs - dayMs - minuteMs],
  );
  const before = price(rows[0]?.close ?? '0');
  expect(quote).toMatchObject({ state: 'closed', price: minutes.at(-1)?.close });
  expect(quote?.atMs).toBeGreaterThanOrEqual(closeMs - 15_000);
  expect(quote?.atMs).toBeLessThan(closeMs);
  expect(quote?.changeRate).toBe(toText(divide(subtract(price(quote?.price ?? '0'), before), before, 6, 'halfEven')));
  expect(quote?.changeRate).not.toBe('0');
  expect(quote?.high).not.toBe(quote?.low);
  expect(Number(quote?.turnover)).toBeGreaterThan(0);
  expect(marketStatus(calendarOf(symbol), sundayMs).nextChangeAtMs).toBe(
    symbol === 'EUR-USD' ? sundayMs + 12 * hourMs : sundayMs + 13 * hourMs,
  );
});
