/** Days of the log as files: they chain, hold retention back until they are there, and are handed out as they lie. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Tick } from '@tessera/shared/contract';
import { findChainBreak, genesisHash, sha256 } from '@tessera/shared/fairness';
import { sql } from 'kysely';
import { aFeedTick, writeByHand } from '../../test/handTicks';
import { verifyFile } from '../../../tools/verify/verifyFile';
import { readDayLog } from '../../../tools/verify/dayLog';
import { openHttp } from '../../test/openHttp';
import { useTestDatabase } from '../../test/testDatabase';
import { testSigningKey } from '../../test/testReceipts';
import { readLogDays } from '../market/fairnessRecord';
import { loadCatalog } from '../catalog/Catalog';
import { createTestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { sleep } from '../platform/timers';
import { createFeedService } from './FeedService';
import { createLogDays } from './LogDays';
import { anchorMinute } from './minuteAnchors';
import type { FeedTick, PriceFeed } from './PriceFeed';
import { createTickBus } from './TickBus';
import { deleteOldTicks, readHeads } from './tickLog';

const database = useTestDatabase();
const dayMs = 86_400_000;
const startMs = Date.parse('2026-11-18T00:00:00Z');
const [symbol, tampered, older] = ['BTC-USDT', 'ETH-USDT', 'EUR-USD'];
const running = new AbortController().signal;
let dataDir: string;
let folder: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-log-days-'));
  folder = join(dataDir, 'log-days');
  await database.owner.query(`insert into lease (name, holder, epoch, until_ms) values ('feed', 'test', 1, $1)`, [startMs * 2]);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const write = async (...ticks: readonly FeedTick[]): Promise<void> =>
  writeByHand(database.db, await readHeads(database.db), ticks);
const anchor = (endMs: number) => anchorMinute(database.db, endMs, 1, testSigningKey);
const seconds = (of: string, fromMs: number, count: number) =>
  Array.from({ length: count }, (_, index) => aFeedTick(of, fromMs + index * 1000, `${100 + (index % 7)}.5`));
const countOf = async (of: string): Promise<number> =>
  (await database.db.selectFrom('tick').select('seq').where('symbolId', '=', of).execute()).length;

function aWriter(keptDays?: number) {
  const logged: string[] = [];
  const clock = createTestClock(startMs + 30 * dayMs);
  const log = createLog({ logLevel: 'error' }, { write: (line) => void logged.push(line) });
  return { logged, ...createLogDays({ db: database.db, clock, log, folder, keptDays }) };
}

async function readDay(of: string, day: string) {
  const packed = await readFile(join(folder, of, `${day}.ndjson.gz`));
  const [header, ...lines] = gunzipSync(packed).toString('ascii').trimEnd().split('\n');
  return { packed, header: JSON.parse(header ?? '') as unknown, ticks: lines.map((line) => JSON.parse(line) as Tick) };
}

test('a day is a file once a root covers a later tick; retention waits for it', async () => {
  const writer = aWriter();
  const forget = async () => deleteOldTicks(database.db, startMs + 30 * dayMs, 5000, await writer.writtenUntil());
  // Several pages, and a root in the middle of the day.
  await write(...seconds(symbol, startMs + 3_600_000, 1_201));
  await anchor(startMs + 3_660_000);
  await write(...seconds(symbol, startMs + 2 * dayMs, 3));
  expect(await writer.writeNext(running)).toBe(false);
  await anchor(startMs + 2 * dayMs + 60_000);
  await write(aFeedTick(symbol, startMs + 9 * dayMs, '7'));
  await forget();
  expect(await countOf(symbol)).toBe(1_205);

  expect([await writer.writeNext(running), await writer.writeNext(running)]).toEqual([true, false]);
  const { packed, header, ticks } = await readDay(symbol, '2026-11-18');
  expect(header).toEqual({ symbol, day: '2026-11-18', previousHash: genesisHash, firstSeq: 1, lastSeq: 1_201 });
  expect([ticks.length, findChainBreak(genesisHash, ticks, sha256)]).toEqual([1_201, undefined]);
  expect(ticks[0]).toMatchObject({ symbol, seq: 1, format2: { bid: '100.5', kind: 'live' } });
  const [verdict] = verifyFile(readDayLog(packed));
  expect(verdict?.checks.filter(({ state }) => state === 'ok').map(({ name }) => name)).toEqual(['run', 'chain']);
  const first = {
    day: '2026-11-18',
    firstSeq: 1,
    lastSeq: 1_201,
    hash: ticks.at(-1)?.hash,
    bytes: packed.length,
    sha256: createHash('sha256').update(packed).digest('hex'),
  };
  expect(await readLogDays(database.db, symbol)).toEqual([first]);
  expect(await readdir(join(folder, symbol))).toEqual(['2026-11-18.ndjson.gz']);

  // The written day goes, the next one stays; it goes on where the file ended, though its neighbour is forgotten.
  await forget();
  expect(await countOf(symbol)).toBe(4);
  await anchor(startMs + 9 * dayMs + 60_000);
  expect(await writer.writeNext(running)).toBe(true);
  const second = await readDay(symbol, '2026-11-20');
  expect(second.header).toMatchObject({ previousHash: ticks.at(-1)?.hash, firstSeq: 1_202, lastSeq: 1_204 });
  expect(findChainBreak(ticks.at(-1)?.hash ?? '', second.ticks, sha256)).toBeUndefined();
  await forget();
  expect(await countOf(symbol)).toBe(1);
  expect(writer.logged).toEqual([]);
});

test('a row or a root that somebody changed: no file, said, and the ticks stay', async () => {
  await write(...seconds(tampered, startMs + 10 * dayMs, 5));
  await anchor(startMs + 10 * dayMs + 60_000);
  await write(aFeedTick(tampered, startMs + 20 * dayMs, '7'));
  await anchor(startMs + 20 * dayMs + 60_000);
  const force = (statement: string) =>
    database.owner.query(`set session_replication_role = replica; ${statement}; set session_replication_role = default`);
  const head = `heads -> '${tampered}' ->> 'seq' = '5'`;
  const inHeads = `'{${tampered},hash}'`;
  const { hash = '' } =
    (
      await database.db
        .selectFrom('tickAnchor')
        .select('heads')
        .where(sql<boolean>`${sql.raw(head)}`)
        .executeTakeFirstOrThrow()
    ).heads[tampered] ?? {};
  const setHead = (to: string) => force(`update tick_anchor set heads = jsonb_set(heads, ${inHeads}, '"${to}"') where ${head}`);
  for (const { change, undo } of [
    {
      change: () => force(`update tick set ask = ask + 1 where symbol_id = '${tampered}' and seq = 3`),
      undo: () => force(`update tick set ask = ask - 1 where symbol_id = '${tampered}' and seq = 3`),
    },
    { change: () => setHead('f'.repeat(64)), undo: () => setHead(hash) },
  ]) {
    const writer = aWriter();
    await change();
    expect(await writer.writeNext(running)).toBe(false);
    // Not again and again.
    expect(await writer.writeNext(running)).toBe(false);
    expect(writer.logged.map((line) => (JSON.parse(line) as { symbol: string }).symbol)).toEqual([tampered]);
    await deleteOldTicks(database.db, startMs + 30 * dayMs, 100, await writer.writtenUntil());
    expect([await countOf(tampered), await readLogDays(database.db, tampered)]).toEqual([6, []]);
    expect(await readdir(join(folder, tampered))).toEqual([]);
    await undo();
  }
  expect(await aWriter().writeNext(running)).toBe(true);
  expect(await readdir(join(folder, tampered))).toEqual(['2026-11-28.ndjson.gz']);
});

test('ticks that were forgotten before there were files: their days are named without one, the next day has one', async () => {
  const writer = aWriter();
  await write(...seconds(older, startMs + 30 * dayMs, 4), ...seconds(older, startMs + 31 * dayMs, 4));
  await write(aFeedTick(older, startMs + 33 * dayMs, '7'));
  await anchor(startMs + 33 * dayMs + 60_000);
  await deleteOldTicks(database.db, startMs + 30 * dayMs + 2_000, 100);
  await writer.writeNext(running);
  await writer.writeNext(running);
  const days = await readLogDays(database.db, older);
  expect(days.map(({ day, firstSeq, lastSeq, bytes }) => [day, firstSeq, lastSeq, bytes === null])).toEqual([
    ['2026-12-18', 1, 4, true],
    ['2026-12-19', 5, 8, false],
  ]);
  expect(await readdir(join(folder, older))).toEqual(['2026-12-19.ndjson.gz']);
});

test('anybody gets a day as it lies, for ever, and nothing else of the folder', async () => {
  const { packed } = await readDay(symbol, '2026-11-18');
  await writeFile(join(folder, symbol, '2026-11-19.ndjson.gz.draft'), 'half');
  await writeFile(join(dataDir, 'secret'), 'secret');
  const { app } = await openHttp({}, { dataDir });
  try {
    const answer = await app.inject({
      url: `/log-days/${symbol}/2026-11-18.ndjson.gz`,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect([answer.statusCode, answer.rawPayload.equals(packed)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    for (const path of [
      '',
      `${symbol}`,
      `${symbol}/`,
      `${symbol}/2026-11-18.ndjson`,
      `${symbol}/2026-11-19.ndjson.gz`,
      `${symbol}/2026-11-19.ndjson.gz.draft`,
      '../secret',
      '%2e%2e/secret',
      '..%2fsecret',
      `${symbol}/..%2f..%2fsecret`,
      `${symbol}%2f2026-11-18.ndjson.gz%00`,
    ]) {
      const refused = await app.inject({ url: `/log-days/${path}`, headers: { 'accept-encoding': 'gzip, br' } });
      expect([path, [400, 403, 404].includes(refused.statusCode)]).toEqual([path, true]);
      expect([refused.body.includes('secret'), refused.body.includes('half')]).toEqual([false, false]);
    }
  } finally {
    await app.close();
  }
});

test('what a crash left half written goes when the next leader begins, and old days where a bound is set', async () => {
  const own = join(folder, 'NZD-USD');
  await mkdir(own, { recursive: true });
  const half = '2026-11-19.ndjson.gz.0d9c6a1e-8f64-4d0f-9f7c-0a6f6f2d3b11';
  for (const name of [half, '2026-11-01.ndjson.gz', '2026-12-17.ndjson.gz', 'notes']) await writeFile(join(own, name), 'x');
  await aWriter().writeNext(running);
  expect((await readdir(own)).sort()).toEqual(['2026-11-01.ndjson.gz', '2026-12-17.ndjson.gz', 'notes']);
  // The writer's clock says the 18th of December.
  await aWriter(30).writeNext(running);
  expect((await readdir(own)).sort()).toEqual(['2026-12-17.ndjson.gz', 'notes']);
});

test('a folder that takes no file: said, the ticks stay, and the day is written once it does', async () => {
  const later = 'GBP-USD';
  await write(...seconds(later, startMs + 40 * dayMs, 3), aFeedTick(later, startMs + 42 * dayMs, '7'));
  await anchor(startMs + 42 * dayMs + 60_000);
  await writeFile(join(folder, later), 'in the way');
  const writer = aWriter();
  expect([await writer.writeNext(running), writer.logged.length]).toEqual([false, 1]);
  await deleteOldTicks(database.db, startMs + 60 * dayMs, 100, await writer.writtenUntil());
  expect([await countOf(later), await readLogDays(database.db, later)]).toEqual([4, []]);
  await rm(join(folder, later));
  expect(await aWriter().writeNext(running)).toBe(true);
  expect(await readdir(join(folder, later))).toEqual(['2026-12-28.ndjson.gz']);
});

test('the leader of the feed tidies, writes the day that is due and forgets its ticks, in one round', async () => {
  const followed = 'AUD-USD';
  const startedMs = startMs + 60 * dayMs;
  await write(...seconds(followed, startedMs, 3), aFeedTick(followed, startedMs + 2 * dayMs, '7'));
  await anchor(startedMs + 2 * dayMs + 60_000);
  const half = join(folder, followed, '2027-01-17.ndjson.gz.0d9c6a1e-8f64-4d0f-9f7c-0a6f6f2d3b11');
  await mkdir(join(folder, followed), { recursive: true });
  await writeFile(half, 'half');
  const clock = createTestClock(startedMs + 9 * dayMs);
  await database.owner.query(`update lease set until_ms = 0`);
  const silent: PriceFeed = {
    source: 'simulated',
    start: async () => undefined,
    stop: async () => undefined,
    snapshot: () => new Map(),
    health: () => ({ isConnected: true, problem: undefined, refused: {} }),
    history: async () => [],
  };
  const service = createFeedService({
    db: database.db,
    catalog: await loadCatalog(database.db, clock.now()),
    clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    bus: createTickBus((error) => {
      throw error;
    }),
    feed: silent,
    mayLead: true,
    holder: 'test',
    countUndecided: async () => 0,
    signingKey: testSigningKey,
    logDaysFolder: folder,
  });
  try {
    await service.start();
    while ((await countOf(followed)) > 1) await sleep(20);
  } finally {
    await service.stop();
  }
  expect(await readdir(join(folder, followed))).toEqual(['2027-01-17.ndjson.gz']);
});
