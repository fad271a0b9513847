/** The public record grows only, chains, and holds the keys before anything is signed with them. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findRecordBreak, genesisHash, readPublishedKeys, recordHash, signaturesOf, signedBytes } from '@tessera/shared/fairness';
import { opsOn } from '../../test/opsOn';
import { useTestDatabase } from '../../test/testDatabase';
import { verifyNatively } from '../../test/testReceipts';
import { nativeSha256 } from '../feed/nativeSha256';
import { createTestClock } from '../platform/Clock';
import { isSignedBy } from './isSignedBy';
import { publishRecord } from './publishRecord';
import { readRecord } from './readRecord';
import { addSigningKey, publishSigningKeys, readSigningKeys } from './SigningKey';

const database = useTestDatabase();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-record-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const all = (fromSeq = 1, limit = 500) => readRecord(database.db, { fromSeq, limit, kind: undefined });
const publish = (atMs: number, reason: string) =>
  database.db
    .transaction()
    .execute((tx) => publishRecord(tx, { kind: 'pause', atMs, body: { reason, symbol: 'BTC-USDT', seq: 7 } }));

test('entries chain as published, with any text, in one order, however many write at once', async () => {
  const { entries: before } = await all();
  await Promise.all(Array.from({ length: 12 }, (_, index) => publish(1_000_000 - index, `Störung ${index}`)));
  const { entries } = await all();
  expect(entries).toHaveLength(before.length + 12);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  expect(findRecordBreak(genesisHash, entries, nativeSha256)).toBeUndefined();
  const page = await all(entries.length - 1, 1);
  expect([page.entries.length, page.hasMore]).toEqual([1, true]);
  expect((await all(entries.length)).hasMore).toBe(false);
});

test.each(['body', 'kind', 'atMs', 'seq'] as const)('an entry whose %s was changed breaks the chain', async (field) => {
  await publish(2_000_000, 'first');
  const { entries } = await all();
  const last = entries.length - 1;
  const forged = entries.map((entry, index) =>
    index === last
      ? { ...entry, [field]: typeof entry[field] === 'number' ? Number(entry[field]) + 1 : `${entry[field]} ` }
      : entry,
  );
  expect(findRecordBreak(genesisHash, forged, nativeSha256)?.hash).toBe(entries[last]?.hash);
});

test('neither the server nor the owner can change or remove an entry, and only the function writes one', async () => {
  await publish(3_000_000, 'kept');
  const { db, owner } = database;
  await expect(owner.query(`update public_record set at_ms = 1`)).rejects.toThrow();
  await expect(owner.query(`delete from public_record`)).rejects.toThrow();
  await expect(db.deleteFrom('publicRecord').execute()).rejects.toThrow(/permission denied/);
  const forged = { seq: 9_999, atMs: 1, kind: 'pause', body: '{}', previousHash: genesisHash };
  await expect(
    db
      .insertInto('publicRecord')
      .values({ ...forged, hash: recordHash(genesisHash, forged, nativeSha256) })
      .execute(),
  ).rejects.toThrow(/permission denied/);
});

test('a key is published once, and the next one is handed over by the key before', async () => {
  const file = join(folder, 'keys');
  const [first] = await readSigningKeys(file);
  expect(await readSigningKeys(file)).toHaveLength(1);
  for (let times = 0; times < 2; times++) await publishSigningKeys(database.db, await readSigningKeys(file), 5_000_000);
  await addSigningKey(file);
  const keys = await readSigningKeys(file);
  await publishSigningKeys(database.db, keys, 6_000_000);
  const entries = (await readRecord(database.db, { fromSeq: 1, limit: 500, kind: 'key' })).entries.map(
    ({ body }) => JSON.parse(body) as Record<string, string>,
  );
  expect(entries.map(({ keyId, previous }) => [keyId, previous])).toEqual([
    [first.id, null],
    [keys[1]?.id, first.id],
  ]);
  const { handover, ...announced } = entries[1] ?? {};
  expect(isSignedBy(first.publicKey, signedBytes('key', announced), String(handover))).toBe(true);
  expect(isSignedBy(first.publicKey, signedBytes('root', announced), String(handover))).toBe(false);
  expect(isSignedBy(keys[1]?.publicKey ?? '', signedBytes('receipt', { a: 1 }), keys[1]?.sign('receipt', { a: 1 }) ?? '')).toBe(
    true,
  );
  // The secrets are nowhere but in the file.
  const secrets = (await readFile(file, 'utf8')).trim().split('\n');
  expect(secrets).toHaveLength(2);
  expect(secrets.some((secret) => JSON.stringify(entries).includes(secret))).toBe(false);
});

test('an old copy of the file stops the start: what it signs nobody would believe', async () => {
  const file = join(folder, 'restored');
  const old = await readSigningKeys(file);
  await publishSigningKeys(database.db, old, 7_000_000);
  await addSigningKey(file);
  await publishSigningKeys(database.db, await readSigningKeys(file), 8_000_000);
  await expect(publishSigningKeys(database.db, old, 9_000_000)).rejects.toThrow(/an old copy/);
});

test.each(['no file', 'an empty file'])('%s: processes that start at once have one key', async (name) => {
  const file = join(folder, name);
  if (name === 'an empty file') await writeFile(file, '');
  const read = await Promise.all(Array.from({ length: 8 }, () => readSigningKeys(file)));
  const ids = new Set([...read, await readSigningKeys(file)].flatMap((keys) => keys.map(({ id }) => id)));
  expect(ids.size).toBe(1);
  expect((await readdir(folder)).filter((one) => one.startsWith(`${name}.`))).toEqual([]);
});

test('a file whose line is no secret stops the start with its name', async () => {
  const file = join(folder, 'broken');
  await writeFile(file, 'not a secret\n');
  await expect(readSigningKeys(file)).rejects.toThrow(/broken: a line is no secret/);
});

test('a key that could not be written down signs nothing', async () => {
  const file = join(folder, 'unwritten');
  await readSigningKeys(file);
  await database.owner.query(`
    create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'no space left'; end $$;
    create constraint trigger full_disk after insert on audit deferrable initially deferred for each row execute function full_disk()`);
  await expect(opsOn(database, createTestClock(7_000_000), file)('keys rotate --reason yearly', 'ann')).rejects.toThrow(
    'no space left',
  );
  expect(await readSigningKeys(file)).toHaveLength(1);
  await database.owner.query('drop function full_disk cascade');
});

test('an operator makes the next key: it signs from the next start on, and receipts of the one before stay valid', async () => {
  const file = join(folder, 'rotated');
  const before = (await readSigningKeys(file))[0];
  const old = before.sign('receipt', { a: 1 });
  const ops = opsOn(database, createTestClock(7_000_000), file);
  await ops('operators add cleo --roles trading', 'root');
  expect(await ops('keys rotate --reason yearly', 'cleo')).toMatchObject({ exitCode: 1 });
  const look = await ops('keys rotate --reason yearly --preview --json', 'ann');
  expect(JSON.parse(look.out)).toEqual([{ keyId: null, before: before.id }]);
  expect(await readSigningKeys(file)).toHaveLength(1);
  const printed = await ops('keys rotate --reason yearly --json', 'ann');
  const keys = await readSigningKeys(file);
  const waiting = JSON.parse((await ops('keys list --json')).out) as object[];
  expect(waiting.at(-1)).toEqual({ keyId: keys[1]?.id, published: null, record: null, signs: false, handedOver: false });
  expect(JSON.parse(printed.out)).toEqual([{ keyId: keys[1]?.id, before: before.id }]);
  await publishSigningKeys(database.db, keys, 8_000_000);
  const { entries } = await readRecord(database.db, { fromSeq: 1, limit: 500, kind: 'key' });
  const published = await readPublishedKeys(entries, nativeSha256, verifyNatively);
  expect(published.at(-1)).toMatchObject({ keyId: keys[1]?.id, isHandedOver: true });
  const knowsSignature = signaturesOf(published, verifyNatively);
  const told = { keyId: before.id, atMs: entries.find(({ body }) => body.includes(before.id))?.atMs ?? 0 };
  expect(await knowsSignature(told, signedBytes('receipt', { a: 1 }), old)).toBe(true);
  const audit = await database.db.selectFrom('audit').select(['action', 'details']).orderBy('id', 'desc').executeTakeFirst();
  expect(audit?.action).toBe('keys.rotate');
  const secrets = (await readFile(file, 'utf8')).trim().split('\n');
  expect(secrets.some((secret) => `${printed.out}${String(audit?.details)}`.includes(secret))).toBe(false);
});
