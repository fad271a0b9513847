/** Who logs in to the database: the server as its own role, in a new data directory, in an old one, and in a database of one's own. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { useTestDatabase } from '../../test/testDatabase';
import { createLog } from '../platform/log';
import { connectionStringOf } from './connectionString';
import { openStore, type Store } from './openStore';

const log = createLog({ logLevel: 'silent' });
const slowMs = 180_000;
const database = useTestDatabase();
let dataDir: string;
let opened: Store[] = [];
let clockBoundMs: number | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-store-'));
  await chmod(dataDir, 0o711);
});
afterEach(async () => {
  for (const store of opened) await store.close();
  opened = [];
  await rm(dataDir, { recursive: true, force: true });
});

async function open(
  urls: { databaseUrl?: string; databaseOwnerUrl?: string; databaseStaffUrl?: string } = {},
  asStaff = false,
): Promise<Store> {
  const none = { databaseUrl: undefined, databaseOwnerUrl: undefined, databaseStaffUrl: undefined };
  const store = await openStore({ config: { ...none, ...urls, dataDir, databasePoolSize: 2, clockBoundMs }, log, asStaff });
  opened.push(store);
  return store;
}
const rolesOf = async ({ database: { pool } }: Store): Promise<unknown> =>
  (await pool.query({ text: 'select session_user, current_user', rowMode: 'array' })).rows[0];
const layDown = ({ database: { pool } }: Store): Promise<unknown> =>
  pool.query('set role none; update seconds_term set payout_rate = payout_rate').then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

test(
  'the embedded database: the server logs in as its own role, also in a data directory from before it had a login',
  async () => {
    const secretFile = join(dataDir, 'postgres-server-secret');
    const first = await open();
    expect(await rolesOf(first)).toEqual(['tessera_app', 'tessera_app']);
    expect(await layDown(first)).toBe('42501');
    expect((await stat(secretFile)).mode & 0o777).toBe(0o600);
    const boundOf = async ({ database: { pool } }: Store) => (await pool.query('select most_ms from clock_bound')).rows[0];
    expect(await boundOf(first)).toEqual({ most_ms: 60_000 });
    clockBoundMs = 604_800_000;
    expect(await boundOf(await open())).toEqual({ most_ms: 604_800_000 });
    clockBoundMs = undefined;
    expect(await boundOf(await open())).toEqual({ most_ms: 604_800_000 });
    const secret = await readFile(secretFile, 'utf8');

    // Operators' commands run beside the server, with a login of theirs.
    const operator = await open({}, true);
    expect(await rolesOf(operator)).toEqual(['tessera_staff', 'tessera_staff']);
    expect(await layDown(operator)).toBe('42501');
    const staffFile = join(dataDir, 'postgres-staff-secret');
    expect((await stat(staffFile)).mode & 0o777).toBe(0o600);

    const owner = new pg.Client({
      ...first.address,
      user: 'tessera',
      password: await readFile(join(dataDir, 'postgres-secret'), 'utf8'),
    });
    await owner.connect();
    for (const role of ['tessera_app', 'tessera_staff']) await owner.query(`alter role ${role} nologin password null`);
    await owner.end();
    for (const store of opened.splice(0).reverse()) await store.close();
    await rm(secretFile);
    await rm(staffFile);
    expect(await rolesOf(await open())).toEqual(['tessera_app', 'tessera_app']);
    expect(await rolesOf(await open({}, true))).toEqual(['tessera_staff', 'tessera_staff']);
    expect(await readFile(secretFile, 'utf8')).not.toBe(secret);
  },
  slowMs,
);

test('a database of one’s own: three logins, the server’s alone on a migrated one, the wrong one refused in words', async () => {
  const ownerUrl = connectionStringOf(database.address);
  const serverUrl = connectionStringOf({ ...database.address, user: 'tessera_app', password: 'server' });
  expect(await layDown(await open({ databaseUrl: serverUrl, databaseOwnerUrl: ownerUrl }))).toBe('42501');
  const staffUrl = connectionStringOf({ ...database.address, user: 'tessera_staff', password: 'staff' });
  const acting = await open({ databaseUrl: serverUrl, databaseStaffUrl: staffUrl }, true);
  expect([await rolesOf(acting), await layDown(acting)]).toEqual([['tessera_staff', 'tessera_staff'], '42501']);
  await expect(open({ databaseUrl: serverUrl, databaseOwnerUrl: ownerUrl }, true)).rejects.toThrow('set DATABASE_STAFF_URL');
  await expect(open({ databaseUrl: serverUrl, databaseStaffUrl: ownerUrl })).rejects.toThrow(
    'DATABASE_STAFF_URL logs in as tessera: it has to be tessera_staff',
  );
  expect(await layDown(await open({ databaseUrl: serverUrl }))).toBe('42501');
  // As it was before: one login for both.
  expect(await rolesOf(await open({ databaseUrl: ownerUrl }))).toEqual(['tessera', 'tessera_app']);
  await expect(open({ databaseUrl: ownerUrl, databaseOwnerUrl: ownerUrl })).rejects.toThrow(
    'DATABASE_URL logs in as tessera: beside DATABASE_OWNER_URL it has to be tessera_app',
  );
});

test('the server’s login on a database without its tables: says what is missing', async () => {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await database.owner.query(`create database ${name}`);
  const databaseUrl = connectionStringOf({ ...database.address, user: 'tessera_app', password: 'server', database: name });
  await expect(open({ databaseUrl })).rejects.toThrow(/Migrations are missing.*DATABASE_OWNER_URL/);
  const admin = new pg.Client({ ...database.address, database: 'postgres' });
  await admin.connect();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});
