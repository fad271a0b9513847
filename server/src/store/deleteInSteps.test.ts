import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { useTestDatabase } from '../../test/testDatabase';
import { deleteInSteps } from './deleteInSteps';

const database = useTestDatabase();

test('all rows of the condition are deleted, in steps, and no other', async () => {
  const { db } = database;
  await db
    .insertInto('throttle')
    .values(Array.from({ length: 25 }, (_, n) => ({ key: `k${n}`, count: 1, lastAtMs: n, blockedUntilMs: 0 })))
    .execute();
  await deleteInSteps(db, 'throttle', sql`last_at_ms < 20`, 7);
  const left = await db.selectFrom('throttle').select('lastAtMs').orderBy('lastAtMs').execute();
  expect(left.map(({ lastAtMs }) => lastAtMs)).toEqual([20, 21, 22, 23, 24]);
});
