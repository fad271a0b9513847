import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { useTestDatabase } from '../../test/testDatabase';
import { sha256Hex } from '../platform/random';
import { createLog } from '../platform/log';
import { openDatabase } from './database';
import { migrate, pendingMigrations, readMigrations, type Migration } from './migrate';

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
  // The role of the server may stand there already, made by somebody else; then it has to be granted by hand.
  await template.owner.query(`grant tessera_app to ${name} with admin option`);
  await template.owner.query(`create database ${name} owner ${name} template template0`);
  const address = { ...template.address, user: name, password: 'p', database: name };
  await migrate(address);
  const database = openDatabase({ address, poolSize: 1, log: createLog({ logLevel: 'silent' }), asAppRole: true });
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
