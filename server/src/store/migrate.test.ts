import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { useTestDatabase } from '../../test/testDatabase';
import { sha256Hex } from '../platform/random';
import { createLog } from '../platform/log';
import { openDatabase } from './database';
import { migrate, migrationsDir, pendingMigrations, readMigrations, type Migration } from './migrate';

const template = useTestDatabase();
const aMigration = (id: string, sql: string): Migration => ({ id, sql, checksum: sha256Hex(sql) });

async function anEmptyDatabase() {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await template.owner.query(`create database ${name} template template0`);
  const address = { ...template.address, database: name };
  const client = new pg.Client(address);
  await client.connect();
  return {
    address,
    query: async (text: string) => (await client.query({ text, rowMode: 'array' })).rows,
    drop: async () => {
      await client.end();
      await template.owner.query(`drop database ${name} with (force)`);
    },
  };
}

test('three nodes start at the same moment: each file is applied once', async () => {
  const empty = await anEmptyDatabase();
  const applied = await Promise.all([migrate(empty.address), migrate(empty.address), migrate(empty.address)]);
  expect(applied.flat().sort()).toEqual((await readMigrations()).map((migration) => migration.id));
  expect(await migrate(empty.address)).toEqual([]);
  await empty.drop();
});

test('a database that has been used is brought to this shape: ranges that become equal are one, answers of the last day are found', async () => {
  const empty = await anEmptyDatabase();
  const all = await readMigrations();
  const before = (number: string) => all.filter(({ id }) => id < number);
  const day = 86_400_000;
  await migrate(empty.address, before('0130'));
  await empty.query(`insert into idem_request (user_id, key, request_hash, response, at_ms)
    values (1, 'old', 'h', 'r', ${day}), (1, 'new', 'h', 'r', ${2 * day}), (1, 'newest', 'h', 'r', ${2 * day + 1})`);
  await migrate(empty.address, before('0133'));
  await empty.query(`insert into tick_keep values ('A', 1, 2500), ('A', 1, 501), ('A', 1, 300), ('B', 1, 2500)`);
  await migrate(empty.address, before('0437'));
  const whole = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  await empty.query(`set session_replication_role = replica;
    insert into user_message (user_id, kind, params, at_ms, category) values
      (1, 'withdrawal_paid', '{"address":"${whole}","amount":"9"}', 1, 'money'), (1, 'withdrawal_paid', '{"address":"•••• 4242"}', 2, 'money'),
      (1, 'loan_called', '{"at":"BTC-USDT 60271.08","ltv":"75 %"}', 3, 'money'), (1, 'price_reached', '{"at":"noon"}', 4, 'trading');
    insert into withdrawal (public_id, user_id, payee_id, asset, network, label, address, amount, fee, value, review_id, asked_at_ms)
      values ('aaaaaaaaaaaaaaaaaaaaaa', 1, 1, 'USDT', 'tron', 'Mine', '${whole}', 9, 1, 9, 'r', 1);
    insert into idem_request (user_id, call, key, request_hash, response, at_ms)
      values (1, 'withdraw', 'asked', 'h', '{"address":"${whole}"}', 1)`);
  await migrate(empty.address);
  expect(await empty.query('select params from user_message order by at_ms')).toEqual([
    [{ address: 'TJRabP…jpRTv8', amount: '9' }],
    [{ address: '•••• 4242' }],
    [{ level: 'BTC/USDT 60271.08', ltv: '75 %' }],
    [{ at: 'noon' }],
  ]);
  expect(await empty.query(`select response from idem_request where key = 'asked'`)).toEqual([['{"address":"TJRabP…jpRTv8"}']]);
  expect(await empty.query(`select key, count(*)::int from idem_request where key <> 'asked' group by key order by key`)).toEqual(
    [
      ['new', 9],
      ['newest', 9],
    ],
  );
  expect(await empty.query('select symbol_id, from_seq::int, to_seq::int from tick_keep order by 1, 2, 3')).toEqual([
    ['A', 1, 2],
    ['A', 1, 501],
    ['B', 1, 501],
  ]);
  await empty.drop();
});

test('a lock of the database that has a fixed number stands for one thing', async () => {
  const src = join(migrationsDir, '../..');
  const users = new Map<string, Set<string>>();
  for (const file of await readdir(src, { recursive: true })) {
    if (!/\.(ts|sql)$/.test(file) || file.endsWith('.test.ts')) continue;
    for (const [number] of (await readFile(join(src, file), 'utf8')).matchAll(/\b7_?353_?\d{3}\b/g)) {
      const key = number.replaceAll('_', '');
      users.set(key, (users.get(key) ?? new Set()).add(file));
    }
  }
  expect(Object.fromEntries([...users].map(([key, files]) => [key, [...files].sort()]))).toEqual({
    7353551: ['store/migrate.ts'],
    7353552: ['store/migrations/0031-late-ticks.sql'],
    7353553: [
      'store/migrations/0120-acceptance-order.sql',
      'store/migrations/0210-incidents-by-two.sql',
      'store/migrations/0240-receipts.sql',
      'store/migrations/0270-receipts-of-requests.sql',
      'store/migrations/0275-refunds-are-net.sql',
      'store/migrations/0392-flash.sql',
      'store/migrations/0432-loans-before-halts.sql',
    ],
    7353554: ['ops/audit.ts'],
    7353555: ['record/publishRecord.ts', 'store/migrations/0195-public-record.sql'],
    7353556: ['store/migrations/0399-custody-is-counted.sql'],
  });
});

test('a file fails: nothing of it stays, what was before stays', async () => {
  const empty = await anEmptyDatabase();
  const files = [
    aMigration('0001-one', 'create table one ()'),
    aMigration('0002-two', 'create table two (); create table one ()'),
  ];
  await expect(migrate(empty.address, files)).rejects.toThrow(/0002-two.*already exists/);
  expect(await empty.query(`select table_name from information_schema.tables where table_name in ('one', 'two')`)).toEqual([
    ['one'],
  ]);
  await empty.drop();
});

test('an applied file was changed: refused', async () => {
  const empty = await anEmptyDatabase();
  await migrate(empty.address, [aMigration('0001-one', 'create table one ()')]);
  await expect(migrate(empty.address, [aMigration('0001-one', 'create table other ()')])).rejects.toThrow(
    'changed after it was applied',
  );
  await empty.drop();
});

test('the database is newer than this release: refused', async () => {
  const empty = await anEmptyDatabase();
  await migrate(empty.address, [aMigration('0001-one', 'create table one ()'), aMigration('0002-two', 'create table two ()')]);
  await expect(migrate(empty.address, [aMigration('0001-one', 'create table one ()')])).rejects.toThrow('newer release');
  await empty.drop();
});

test('the owner is no superuser but may make roles, as on a hosted PostgreSQL: everything is applied and the server can work', async () => {
  const name = `hosted_${randomUUID().replaceAll('-', '')}`;
  await template.owner.query(`create role ${name} login createrole password 'p'`);
  // The roles may stand there already, made by somebody else; then they have to be granted by hand.
  await template.owner.query(`grant tessera_app, tessera_staff to ${name} with admin option`);
  await template.owner.query(`create database ${name} owner ${name} template template0`);
  const address = { ...template.address, user: name, password: 'p', database: name };
  await migrate(address);
  const database = openDatabase({ address, poolSize: 1, log: createLog({ logLevel: 'silent' }) });
  expect((await database.pool.query('select current_user as role, (select count(*)::int from asset) > 5 as reads')).rows).toEqual(
    [{ role: 'tessera_app', reads: true }],
  );
  await expect(database.pool.query('delete from entry')).rejects.toMatchObject({ code: '42501' });
  await database.close();
  await template.owner.query(`drop database ${name} with (force)`);
  await template.owner.query(`drop role ${name}`);
});

test('the server asks as its own role what is pending: nothing', async () => {
  expect(await pendingMigrations(template.database.pool)).toEqual([]);
});
