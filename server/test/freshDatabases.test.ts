import { expect, test } from '@jest/globals';
import { giveMoney } from './giveMoney';
import { useFreshDatabases } from './freshDatabases';
import type { OwnDatabase } from './testDatabase';

const freshDatabase = useFreshDatabases();

/** What a test could meet of the one before: rows, and the next number of each sequence. */
async function leftIn({ owner }: OwnDatabase): Promise<readonly unknown[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`).join(' union all ');
  const used = await owner.query('select sequencename from pg_sequences where last_value is not null');
  return [(await owner.query(counts)).rows, used.rows];
}
const give = ({ db }: OwnDatabase) => giveMoney(db, { userId: 1, mode: 'real', kind: 'coin', text: '5', atMs: 1 });

test('the next database is the same one, with nothing in it of what a test wrote', async () => {
  const first = await freshDatabase();
  const before = await leftIn(first);
  await give(first);
  expect(await leftIn(first)).not.toEqual(before);
  await first.drop();
  const second = await freshDatabase();
  expect(second.address).toEqual(first.address);
  expect(await leftIn(second)).toEqual(before);
  await give(second);
  await second.drop();
});

test.each<[string, (database: OwnDatabase) => Promise<unknown>]>([
  ['terms were changed', ({ owner }) => owner.query(`update symbol set digits = digits + 1 where id = 'BTC-USDT'`)],
  [
    'a trigger was switched off and on',
    ({ owner }) => owner.query('alter table account disable trigger all; alter table account enable trigger all'),
  ],
  ['a function was replaced', ({ owner }) => owner.query('create function one() returns int language sql as $$ select 1 $$')],
  ['a lock is still held', ({ staff }) => staff.pool.query('select pg_advisory_lock(1)')],
])('is another one where %s', async (_, change) => {
  const first = await freshDatabase();
  await change(first);
  await first.drop();
  const second = await freshDatabase();
  expect(second.address).not.toEqual(first.address);
  await second.drop();
});
