import { afterEach, beforeAll, expect, it } from '@jest/globals';
import {
  createSimulatedPath,
  daySeed,
  findChainBreak,
  fromHex,
  sha256,
  simulatedTicks,
  textToSteps,
  toHex,
  type DayBeacon,
  type SimulatedDay,
} from '@tessera/shared/fairness';
import { useTestDatabase } from '../../test/testDatabase';
import { testSigningKey } from '../../test/testReceipts';
import { testSeeds } from '../../test/testSeeds';
import { loadCatalog } from '../catalog/Catalog';
import { createTestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { sleep } from '../platform/timers';
import { createFeedService } from './FeedService';
import type { PriceFeed } from './PriceFeed';
import { readFeedDays } from './days/publicDays';
import { nativeSha256 } from './nativeSha256';
import { createSimulatedDays } from './simulated/SimulatedDays';
import { createSimulatedFeed } from './simulated/SimulatedFeed';
import { createTickBus, type RecordedTick } from './TickBus';
import { readTicks } from './tickLog';

const database = useTestDatabase();
const fail = (error: unknown): void => {
  throw error;
};

/** One of each class and a cross rate: drawing days of every symbol shows nothing more. */
const symbols = ['BTC-USDT', 'ETH-USDT', 'EUR-USD', 'EUR-JPY', 'XAU-USD'];
beforeAll(async () => {
  await database.owner.query('delete from symbol where id <> all ($1)', [symbols]);
});

const running: { stop(): Promise<void> }[] = [];
// Also after a failure: nothing may tick into the next test.
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});

/** As one installation keeps them. */
const seeds = testSeeds();
/** Drawing days takes its time on a busy machine. */
const slowMs = 180_000;
/** Every full second has a tick. */
const stepMs = 1_000;

async function aSimulatedService(startMs: number) {
  const clock = createTestClock(startMs);
  const catalog = await loadCatalog(database.db, clock.now());
  const days = createSimulatedDays({ ...seeds.parts, db: database.db, clock, symbols: catalog.symbols });
  const bus = createTickBus(fail);
  const heard: RecordedTick[] = [];
  bus.onTicks((ticks) => heard.push(...ticks));
  const service = createFeedService({
    db: database.db,
    catalog,
    clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    bus,
    feed: createSimulatedFeed({ clock, days, onError: fail }),
    mayLead: true,
    signingKey: testSigningKey,
    countUndecided: async () => 0,
    holder: 'test',
    historyMs: 3 * 86_400_000,
    onLeaderRound: async (nowMs) => {
      await days.commitAhead(nowMs);
      await days.revealFinished(nowMs);
    },
  });
  running.push(service);
  /** Lets time go on, no faster than the feed follows. */
  async function pass(ms: number): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
      clock.advance(stepMs);
      while (!heard.some((tick) => tick.symbol === 'BTC-USDT' && tick.atMs > clock.now() - stepMs)) await sleep(10);
    }
  }
  return { catalog, heard, service, pass };
}

/** The day drawn again from what is published, and from the seed that is kept, up to an instant. */
async function redrawn(dayAtMs: number, symbol: string, untilMs: number): Promise<Map<number, string>> {
  const day = await database.db
    .selectFrom('feedDay')
    .selectAll()
    .where('day', '=', new Date(dayAtMs).toISOString().slice(0, 10) as never)
    .executeTakeFirstOrThrow();
  const parameters = (day.parameters as Record<string, Omit<SimulatedDay, 'symbol' | 'dayAtMs' | 'openSteps'>>)[symbol];
  const opening = day.opening[symbol];
  const secret = await seeds.parts.vault.read(day.seedHash ?? '');
  if (secret === undefined) throw new Error('the seed of a day that runs is kept');
  expect([day.seed, toHex(sha256(secret.seed))]).toEqual([null, day.seedHash]);
  const seed = daySeed(secret.seed, fromHex((day.beacon as DayBeacon).value), sha256);
  if (parameters === undefined || opening === undefined) throw new Error(`the day describes ${symbol}`);
  const terms = { symbol, dayAtMs, openSteps: textToSteps(opening, parameters.digits), ...parameters };
  const drawn = new Map<number, string>();
  for (const tick of simulatedTicks(seed, terms, nativeSha256)) {
    if (tick.atMs > untilMs) break;
    drawn.set(tick.atMs, tick.price);
  }
  return drawn;
}

it(
  'fills in the past and ticks live; every recorded tick follows from the one before and is drawn again from the published day',
  async () => {
    // A Wednesday: every market is open.
    const dayAtMs = Date.parse('2026-11-18T00:00:00Z');
    const { service, heard, catalog, pass } = await aSimulatedService(dayAtMs + 3 * 3_600_000);
    await service.start();
    expect(service.state().isLeading).toBe(true);
    await pass(5_000);
    await service.stop();

    expect([...new Set(heard.map((tick) => tick.symbol))].sort()).toEqual([...symbols].sort());
    expect(catalog.symbols().length).toBe(symbols.length);
    for (const symbol of ['BTC-USDT', 'XAU-USD']) {
      const last = heard.filter((tick) => tick.symbol === symbol).at(-1);
      const ticks = await readTicks(database.db, symbol, 1, last?.seq ?? 0);
      expect(ticks.at(-1)).toMatchObject({ seq: last?.seq, atMs: last?.atMs });
      expect(ticks.length).toBeGreaterThan(1_000);
      expect(findChainBreak(ticks[0]?.previousHash ?? '', ticks, sha256)).toBeUndefined();
      const drawn = await redrawn(dayAtMs, symbol, last?.atMs ?? 0);
      const today = ticks.filter((tick) => tick.atMs >= dayAtMs);
      expect(today.filter((tick) => drawn.get(tick.atMs) !== tick.price)).toEqual([]);
      // Live, nothing that the day holds was left out.
      const live = heard.filter((tick) => tick.symbol === symbol);
      const expected = [...drawn.keys()].filter((atMs) => atMs >= (live[0]?.atMs ?? 0) && atMs <= (live.at(-1)?.atMs ?? 0));
      expect(live.map((tick) => tick.atMs)).toEqual(expected);
    }

    const feedDays = await readFeedDays(database.db, 40);
    const begun = feedDays.filter(({ drawnFromMs }) => drawnFromMs !== null).reverse();
    expect(begun.map(({ seed }) => seed !== null)).toEqual([true, true, true, false]);
    expect(begun.map(({ isInvented }) => isInvented)).toEqual([true, true, true, false]);
    expect(begun.every(({ isLate, beacon }) => isLate && beacon?.kind === 'local')).toBe(true);
  },
  slowMs,
);

it(
  'keeps forex silent on a Saturday while crypto ticks, and goes on from where the log ended',
  async () => {
    const saturdayMs = Date.parse('2026-11-21T12:00:00Z');
    const before = await database.db.selectFrom('tickHead').select(['symbolId', 'seq']).execute();
    const { service, heard, pass } = await aSimulatedService(saturdayMs);
    await service.start();
    await pass(2_000);
    await service.stop();
    expect(heard.filter((tick) => ['EUR-USD', 'XAU-USD'].includes(tick.symbol))).toEqual([]);
    const eur = await database.db
      .selectFrom('tickHead')
      .select(['seq', 'atMs', 'isLive'])
      .where('symbolId', '=', 'EUR-USD')
      .executeTakeFirstOrThrow();
    expect(eur.seq).toBeGreaterThan(before.find((head) => head.symbolId === 'EUR-USD')?.seq ?? Infinity);
    expect(eur.atMs).toBeLessThan(Date.parse('2026-11-20T22:00:00Z'));
    expect(eur.isLive).toBe(false);
  },
  slowMs,
);

it(
  'turns the day without a pause: the new day opens where the old one closed, and only then shows the old seed',
  async () => {
    const midnightMs = Date.parse('2026-11-22T00:00:00Z');
    const { service, heard, pass } = await aSimulatedService(midnightMs - 2_000);
    await service.start();
    const readDays = () =>
      database.db
        .selectFrom('feedDay')
        .selectAll()
        .where('day', '>=', '2026-11-21' as never)
        .orderBy('day')
        .execute();
    expect((await readDays()).map(({ revealedAtMs, drawnFromMs }) => [revealedAtMs, drawnFromMs !== null])).toEqual([
      [null, true],
      [null, false],
      [null, false],
    ]);
    await pass(4_000);
    while ((await readDays())[0]?.revealedAtMs === null) await sleep(100);
    await service.stop();

    const [old, next] = await readDays();
    expect(old?.revealedAtMs).toBeGreaterThanOrEqual(midnightMs);
    expect(next?.publishedAtMs).toBeLessThan(midnightMs);
    expect([next?.revealedAtMs, next?.seed]).toEqual([null, null]);
    const first = heard.find((tick) => tick.symbol === 'BTC-USDT' && tick.atMs === midnightMs);
    expect(first?.price.toFixed()).toBe(next?.opening['BTC-USDT']);
    const described = old?.parameters as Record<string, Omit<SimulatedDay, 'symbol' | 'dayAtMs' | 'openSteps'>> | undefined;
    const parameters = described?.['BTC-USDT'];
    if (parameters === undefined) throw new Error('the day describes BTC-USDT');
    const terms = {
      symbol: 'BTC-USDT',
      dayAtMs: midnightMs - 86_400_000,
      openSteps: textToSteps(old?.opening['BTC-USDT'] ?? '', parameters.digits),
      ...parameters,
    };
    const closeSteps = createSimulatedPath(drawOf(old), terms, sha256).closeSteps();
    expect(textToSteps(next?.opening['BTC-USDT'] ?? '', parameters.digits)).toBe(closeSteps);
    expect(heard.filter((tick) => tick.symbol === 'EUR-USD')).toEqual([]);
  },
  slowMs,
);

const drawOf = (day: { seed: string | null; beacon: unknown } | undefined): Uint8Array => {
  const beacon = day?.beacon as DayBeacon | undefined;
  return daySeed(fromHex(day?.seed ?? ''), fromHex(beacon?.value ?? ''), sha256);
};

/** A source that says nothing by itself. */
async function aQuietService(source: PriceFeed['source'], startMs: number, undecided: number) {
  const clock = createTestClock(startMs);
  const service = createFeedService({
    db: database.db,
    catalog: await loadCatalog(database.db, startMs),
    clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    bus: createTickBus(fail),
    feed: {
      source,
      start: async () => undefined,
      stop: async () => undefined,
      snapshot: () => new Map(),
      health: () => ({ isConnected: true, problem: undefined, refused: {} }),
      history: async () => [],
    },
    mayLead: true,
    holder: 'test',
    signingKey: testSigningKey,
    countUndecided: async () => undecided,
  });
  running.push(service);
  return { service, clock };
}

it('a clock that was set back across a restart: said, until the clock is where the log is', async () => {
  const { atMs } = await database.db.selectFrom('tickHead').select('atMs').orderBy('atMs', 'desc').executeTakeFirstOrThrow();
  await database.owner.query('update lease set until_ms = 0');
  const { service, clock } = await aQuietService('simulated', atMs - 3_600_000, 0);
  await service.start();
  expect(service.problem()).toBe('the tick log is 3600000 ms ahead of the clock: set the clock right, or wait until it is there');
  clock.set(atMs + 100);
  expect(service.problem()).toBeUndefined();
});

it('another source of prices while something is open: refused in words; with nothing open it takes over', async () => {
  const nowMs = Date.parse('2026-11-22T01:00:00Z');
  const { service } = await aQuietService('live', nowMs, 2);
  await expect(service.start()).rejects.toThrow(/FEED was "simulated" and is "live" now, while 2 orders or positions are open/);
  const { service: later } = await aQuietService('live', nowMs, 0);
  await later.start();
  expect(later.state().isLeading).toBe(true);
});
