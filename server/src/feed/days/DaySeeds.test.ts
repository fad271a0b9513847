/** From commitment to revelation, what the database holds meanwhile, and what happens when a seed or a beacon fails. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { beaconRound, daySeed, findRecordBreak, fromHex, genesisHash, quicknet, sha256 } from '@tessera/shared/fairness';
import { testSeeds } from '../../../test/testSeeds';
import { useTestDatabase } from '../../../test/testDatabase';
import { createTestClock } from '../../platform/Clock';
import { sha256Hex } from '../../platform/random';
import { readRecord } from '../../record/readRecord';
import type { DrandBeacon } from '../beacon/DrandBeacon';
import { nativeSha256 } from '../nativeSha256';
import { dayMs, type DayPart } from './DayPart';
import { beaconWaitMs } from './DayBeacons';
import { createDaySeeds, type DaySeedsOptions } from './DaySeeds';
import { readFeedDays } from './publicDays';
import { createSeedVault } from './SeedVault';

const database = useTestDatabase();
const dayAtMs = Date.parse('2026-11-18T00:00:00Z');
const noonMs = dayAtMs + dayMs / 2;
const parameters = { 'BTC-USDT': { digits: 2, volatilityPpm: 25_000, activity: 64, openSlots: [[0, 345_600]] as const } };

beforeEach(async () => {
  // Both are kept for ever; a test begins without them.
  await database.owner.query(
    'set session_replication_role = replica; delete from feed_day; delete from public_record; set session_replication_role = origin',
  );
});

/** An installation: its clock, folder and database, started again and again. */
function anInstallation(more: Partial<DaySeedsOptions> = {}) {
  const clock = createTestClock(noonMs);
  const { folder, parts } = testSeeds();
  const started = () =>
    createDaySeeds({
      ...parts,
      db: database.db,
      clock,
      source: 'simulated',
      parametersOf: () => parameters,
      openingOf: async (_, before, isCut) => ({ 'BTC-USDT': isCut ? '77' : (await before()) === undefined ? '100' : '101' }),
      ...more,
    });
  return { clock, folder, vault: parts.vault, seeds: started(), started };
}
const days = async () =>
  new Map((await readFeedDays(database.db, 40)).reverse().map((day) => [`${day.day}#${day.attempt}`, day]));
const record = async () => {
  const { entries } = await readRecord(database.db, { fromSeq: 1, limit: 500, kind: undefined });
  expect(findRecordBreak(genesisHash, entries, nativeSha256)).toBeUndefined();
  return entries.map(({ kind, atMs, body }) => ({ ...(JSON.parse(body) as { day: string; isLate?: boolean }), kind, atMs }));
};
const drawn = (part: DayPart | undefined): string => Buffer.from(part?.draw ?? []).toString('hex');

test('in steady operation a seed is committed to 24 hours before its day or more; a first start is late and says so', async () => {
  const { clock, seeds } = anInstallation();
  for (let hour = 0; hour < 96; hour++) {
    await seeds.commitAhead(clock.now());
    clock.advance(3_600_000);
  }
  const commitments = (await record()).filter(({ kind }) => kind === 'seed_committed');
  expect(commitments.map(({ day, isLate }) => [day, isLate])).toEqual([
    ['2026-11-18', true],
    ['2026-11-19', true],
    ['2026-11-20', false],
    ['2026-11-21', false],
    ['2026-11-22', false],
    ['2026-11-23', false],
    ['2026-11-24', false],
  ]);
  for (const { day, atMs, isLate } of commitments.filter((one) => one.isLate === false))
    expect([day, Date.parse(`${day}T00:00:00Z`) - atMs >= dayMs, isLate]).toEqual([day, true, false]);
});

test('while the day runs, no table of the database holds its seed, its draw, or what tomorrow is drawn from', async () => {
  const { clock, seeds, vault, folder } = anInstallation();
  await seeds.commitAhead(clock.now());
  await seeds.begin(dayAtMs);
  const all = [...(await days()).values()];
  const secrets: Buffer[] = [];
  for (const day of all) {
    const secret = await vault.read(day.seedHash ?? '');
    if (secret === undefined) throw new Error('every committed seed is kept');
    secrets.push(secret.seed, ...(day.drawnFromMs === null ? [secret.beacon] : []));
  }
  secrets.push(Buffer.from(seeds.parts(dayAtMs)[0]?.draw ?? []));
  expect(secrets.map((secret) => secret.length)).toEqual([32, 32, 32, 32, 32, 32]);
  const { rows: tables } = await database.owner.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(30);
  const forms = secrets.flatMap((secret) => [
    secret.toString('hex'),
    secret.toString('base64').slice(0, 40),
    secret.toString('base64url').slice(0, 40),
  ]);
  for (const { name } of tables) {
    const { rows } = await database.owner.query<{ row: string }>(`select t::text as row from ${name} t`);
    for (const { row } of rows) expect(forms.filter((form) => row.toLowerCase().includes(form.toLowerCase()))).toEqual([]);
  }
  // Nor does the folder show it to somebody without the key.
  expect((await readdir(folder)).length).toBe(3);
  const stranger = createSeedVault(folder, async () => 'another key');
  await expect(stranger.read(all[0]?.seedHash ?? '')).rejects.toThrow(/another SEED_KEY/);
});

test('a day begins with its beacon and is revealed when it is over; anybody draws it again from what is published', async () => {
  const { clock, seeds, folder, started } = anInstallation();
  await seeds.commitAhead(clock.now());
  expect(await seeds.begin(dayAtMs)).toBe(true);
  await seeds.revealFinished(clock.now());
  expect((await days()).get('2026-11-18#1')).toMatchObject({
    seed: null,
    isLate: true,
    beacon: { kind: 'local', isFallback: false },
  });
  // A start in between changes nothing.
  const again = started();
  await again.begin(dayAtMs);
  expect(drawn(again.parts(dayAtMs)[0])).toBe(drawn(seeds.parts(dayAtMs)[0]));

  clock.set(dayAtMs + dayMs);
  await seeds.revealFinished(clock.now());
  const day = (await days()).get('2026-11-18#1');
  expect(sha256Hex(Buffer.from(day?.seed ?? '', 'hex'))).toBe(day?.seedHash);
  expect(sha256Hex(Buffer.from(day?.beacon?.value ?? '', 'hex'))).toBe(day?.beaconHash);
  const draw = daySeed(fromHex(day?.seed ?? ''), fromHex(day?.beacon?.value ?? ''), sha256);
  expect(Buffer.from(draw).toString('hex')).toBe(drawn(seeds.parts(dayAtMs)[0]));
  expect((await record()).filter((entry) => entry.day === '2026-11-18').map(({ kind }) => kind)).toEqual([
    'seed_committed',
    'beacon',
    'seed_revealed',
  ]);
  expect((await readdir(folder)).some((name) => name.startsWith(day?.seedHash ?? '-'))).toBe(false);
});

test('days before the installation are marked as invented, and shown at once', async () => {
  const { seeds } = anInstallation();
  for (const back of [2, 1, 0]) await seeds.begin(dayAtMs - back * dayMs);
  expect(
    [...(await days()).values()].map(({ day, isInvented, seed, opening }) => [
      day,
      isInvented,
      seed !== null,
      opening['BTC-USDT'],
    ]),
  ).toEqual([
    ['2026-11-16', true, true, '100'],
    ['2026-11-17', true, true, '101'],
    ['2026-11-18', false, false, '101'],
  ]);
});

test('a seed that is lost before its day is replaced, late, and the record says so', async () => {
  const { clock, seeds, folder, started } = anInstallation();
  await seeds.commitAhead(clock.now());
  const lost = (await days()).get('2026-11-20#1')?.seedHash ?? '';
  await rm(join(folder, `${lost}.seed`));
  clock.set(dayAtMs + 1.5 * dayMs);
  await started().commitAhead(clock.now());
  const all = await days();
  expect(all.get('2026-11-20#1')?.lostAtMs).toBe(clock.now());
  expect(all.get('2026-11-20#2')).toMatchObject({ isLate: true, lostAtMs: null });
  expect((await record()).filter((entry) => entry.day === '2026-11-20')).toMatchObject([
    { kind: 'seed_committed', seedHash: lost, isLate: false, replaces: null },
    { kind: 'seed_revealed', seedHash: lost, seed: null },
    { kind: 'seed_committed', isLate: true, replaces: lost },
  ]);
});

test('a seed that is lost while its day runs: a new part goes on from the last price, and keeps its own seed', async () => {
  const { clock, seeds, folder, started } = anInstallation();
  await seeds.begin(dayAtMs);
  await rm(folder, { recursive: true });
  clock.set(noonMs + 100);
  const again = started();
  expect(await again.begin(dayAtMs)).toBe(true);
  expect(again.parts(dayAtMs)).toMatchObject([{ fromMs: noonMs + 1_000, opening: { 'BTC-USDT': '77' } }]);
  expect(drawn(again.parts(dayAtMs)[0])).not.toBe(drawn(seeds.parts(dayAtMs)[0]));
  // A day that nobody can draw again is never shown as if it could be.
  clock.set(dayAtMs + dayMs);
  await again.revealFinished(clock.now());
  const all = await days();
  expect([all.get('2026-11-18#1')?.seed, all.get('2026-11-18#2')?.seed?.length]).toEqual([null, 64]);
});

test('the database refuses a seed that is not the committed one, another beacon, and a second drawing', async () => {
  const { seeds } = anInstallation();
  await seeds.begin(dayAtMs);
  const { pool } = database.database;
  await expect(pool.query(`select reveal_feed_day('${'ab'.repeat(32)}', 5)`)).resolves.toBeDefined();
  expect((await days()).get('2026-11-18#1')?.seed).toBeNull();
  const hash = (await days()).get('2026-11-18#1')?.seedHash ?? '';
  await expect(pool.query(`select draw_feed_day('${hash}', 5, '{}', '{}')`)).rejects.toMatchObject({ code: 'T0005' });
  await expect(pool.query(`update feed_day set revealed_at_ms = 5`)).rejects.toMatchObject({ code: 'T0005' });
  await expect(database.owner.query(`update feed_day set seed_hash = 'other'`)).rejects.toMatchObject({ code: 'T0005' });
});

/** A network that answers as told. */
function aNetwork() {
  const asked: number[] = [];
  let isThere = true;
  const beacon: DrandBeacon = {
    chain: quicknet,
    async fetchRound(round) {
      asked.push(round);
      if (!isThere) throw new Error('the relay is away');
      return { signature: 'ab'.repeat(48), value: sha256Hex(Buffer.from('ab'.repeat(48), 'hex')) };
    },
  };
  return { beacon, asked, goAway: () => (isThere = false) };
}

test("a day takes the network's first round at its beginning, and one that was committed to late the first after that", async () => {
  const { beacon, asked } = aNetwork();
  const { clock, seeds } = anInstallation({ beacon });
  await seeds.commitAhead(clock.now());
  const lateRound = beaconRound(noonMs + 1, quicknet);
  // Its round does not exist yet when the seed is committed to.
  expect([await seeds.begin(dayAtMs), asked]).toEqual([false, []]);
  clock.advance(3_000);
  expect(await seeds.begin(dayAtMs)).toBe(true);
  clock.set(dayAtMs + 2 * dayMs + 5_000);
  expect(await seeds.begin(dayAtMs + 2 * dayMs)).toBe(true);
  expect(asked).toEqual([lateRound, beaconRound(dayAtMs + 2 * dayMs, quicknet)]);
  expect((await days()).get('2026-11-20#1')?.beacon).toMatchObject({
    kind: 'drand',
    chain: quicknet.hash,
    round: asked[1],
    isFallback: false,
  });
});

test('a network that does not answer: the day waits, says why, and then takes the own value, marked', async () => {
  const { beacon, asked, goAway } = aNetwork();
  const { clock, seeds } = anInstallation({ beacon });
  await seeds.commitAhead(clock.now());
  goAway();
  clock.set(dayAtMs + 2 * dayMs + 5_000);
  const today = dayAtMs + 2 * dayMs;
  expect(await seeds.begin(today)).toBe(false);
  expect(seeds.problem()).toMatch(/relay is away/);
  clock.advance(100);
  expect(await seeds.begin(today)).toBe(false);
  // Asked once a second, not at each look.
  expect(asked).toHaveLength(1);
  clock.advance(beaconWaitMs - 200);
  expect(await seeds.begin(today)).toBe(false);
  clock.advance(2_000);
  expect(await seeds.begin(today)).toBe(true);
  expect(seeds.problem()).toBeUndefined();
  const day = (await days()).get('2026-11-20#1');
  expect(day?.beacon).toMatchObject({ kind: 'local', isFallback: true, round: null });
  expect(sha256Hex(Buffer.from(day?.beacon?.value ?? '', 'hex'))).toBe(day?.beaconHash);
});
