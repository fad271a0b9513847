import { expect, it } from '@jest/globals';
import { findChainBreak, fromHex, sha256, simulatedTicks, textToSteps, toHex, type SimulatedDay } from '@tessera/shared/fairness';
import { useTestDatabase } from '../../test/testDatabase';
import { loadCatalog } from '../catalog/Catalog';
import { createSystemClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { createRandom } from '../platform/random';
import { sleep } from '../platform/timers';
import { createFeedService } from './FeedService';
import { createSimulatedDays } from './simulated/SimulatedDays';
import { createSimulatedFeed } from './simulated/SimulatedFeed';
import { createTickBus, type RecordedTick } from './TickBus';
import { readTicks } from './tickLog';

const database = useTestDatabase();
const fail = (error: unknown): void => {
  throw error;
};

/** A clock that starts at a given instant and then runs. */
function clockFrom(startMs: number) {
  const began = performance.now();
  return createSystemClock({ epoch: () => startMs + performance.now() - began, monotonic: () => performance.now() });
}

async function aSimulatedService(startMs: number) {
  const clock = clockFrom(startMs);
  const catalog = await loadCatalog(database.db, clock.now());
  const days = createSimulatedDays({ db: database.db, clock, random: createRandom(), symbols: catalog.symbols });
  const bus = createTickBus(fail);
  const heard: RecordedTick[] = [];
  bus.onTicks((ticks) => heard.push(...ticks));
  const service = createFeedService({
    db: database.db, catalog, clock, log: createLog({ logLevel: 'silent' }), metrics: createMetrics({ collectProcess: false }), bus,
    feed: createSimulatedFeed({ clock, days, onError: fail }), mayLead: true, holder: 'test', onLeaderRound: (nowMs) => days.revealFinished(nowMs),
  });
  return { catalog, days, heard, service, clock };
}

async function redrawn(dayAtMs: number, symbol: string): Promise<Map<number, string>> {
  const day = await database.db.selectFrom('feedDay').selectAll().where('day', '=', new Date(dayAtMs).toISOString().slice(0, 10) as never).executeTakeFirstOrThrow();
  const parameters = (day.parameters as Record<string, Omit<SimulatedDay, 'symbol' | 'dayAtMs' | 'openSteps'>>)[symbol];
  const opening = day.opening[symbol];
  const seed = fromHex(day.seed ?? '');
  expect(toHex(sha256(seed))).toBe(day.seedHash);
  if (parameters === undefined || opening === undefined) throw new Error(`the day describes ${symbol}`);
  const terms = { symbol, dayAtMs, openSteps: textToSteps(opening, parameters.digits), ...parameters };
  return new Map(Array.from(simulatedTicks(seed, terms, sha256), (tick) => [tick.atMs, tick.price]));
}

it('fills in the past and ticks live; every recorded tick follows from the one before and is drawn again from the published day', async () => {
  // A Wednesday: every market is open.
  const dayAtMs = Date.parse('2026-11-18T00:00:00Z');
  const { service, heard, catalog } = await aSimulatedService(dayAtMs + 10 * 3_600_000);
  await service.start();
  expect(service.state().isLeading).toBe(true);
  while (new Set(heard.map((tick) => tick.symbol)).size < catalog.symbols().length) await sleep(100);
  await sleep(1_500);
  await service.stop();

  for (const symbol of ['BTC-USDT', 'EUR-USD', 'XAU-USD']) {
    const last = heard.filter((tick) => tick.symbol === symbol).at(-1);
    const ticks = await readTicks(database.db, symbol, 1, last?.seq ?? 0);
    expect(ticks.at(-1)).toMatchObject({ seq: last?.seq, atMs: last?.atMs });
    expect(ticks.length).toBeGreaterThan(2_000);
    expect(findChainBreak(ticks[0]?.previousHash ?? '', ticks, sha256)).toBeUndefined();
    const drawn = await redrawn(dayAtMs, symbol);
    const today = ticks.filter((tick) => tick.atMs >= dayAtMs);
    expect(today.filter((tick) => drawn.get(tick.atMs) !== tick.price)).toEqual([]);
    // Live, nothing that the day holds was left out.
    const live = heard.filter((tick) => tick.symbol === symbol);
    const expected = [...drawn.keys()].filter((atMs) => atMs >= (live[0]?.atMs ?? 0) && atMs <= (live.at(-1)?.atMs ?? 0));
    expect(live.map((tick) => tick.atMs)).toEqual(expected);
  }

  const feedDays = await database.db.selectFrom('feedDay').select(['revealedAtMs']).orderBy('day').execute();
  expect(feedDays).toHaveLength(31);
  expect(feedDays.map((day) => day.revealedAtMs !== null)).toEqual([...Array.from({ length: 30 }, () => true), false]);
});

it('keeps forex silent on a Saturday while crypto ticks, and goes on from where the log ended', async () => {
  const saturdayMs = Date.parse('2026-11-21T12:00:00Z');
  const before = await database.db.selectFrom('tickHead').select(['symbolId', 'seq']).execute();
  const { service, heard } = await aSimulatedService(saturdayMs);
  await service.start();
  while (!heard.some((tick) => tick.symbol === 'BTC-USDT')) await sleep(100);
  await sleep(500);
  await service.stop();
  expect(heard.filter((tick) => ['EUR-USD', 'XAU-USD'].includes(tick.symbol))).toEqual([]);
  const eur = await database.db.selectFrom('tickHead').select(['seq', 'atMs', 'isLive']).where('symbolId', '=', 'EUR-USD').executeTakeFirstOrThrow();
  expect(eur.seq).toBeGreaterThan(before.find((head) => head.symbolId === 'EUR-USD')?.seq ?? Infinity);
  expect(eur.atMs).toBeLessThan(Date.parse('2026-11-20T22:00:00Z'));
  expect(eur.isLive).toBe(false);
});
