/** On a real database behind a wire that can be bad. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { CutProxy } from '../../test/CutProxy';
import { createTestDatabase, type OwnDatabase } from '../../test/testDatabase';
import { createLog } from '../platform/log';
import { sleep } from '../platform/timers';
import { openDatabase, type Database } from './database';
import { createDatabaseWatch, type DatabaseWatch } from './databaseWatch';

const log = createLog({ logLevel: 'silent' });
let behind: OwnDatabase;
let proxy: CutProxy;
let watching: Database;
let watch: DatabaseWatch;
let database: Database;
beforeAll(async () => {
  behind = await createTestDatabase();
  proxy = await CutProxy.open(behind.address);
  const options = { address: proxy.address, poolSize: 1, log, silenceLimitMs: 2000 };
  watching = openDatabase(options);
  watch = createDatabaseWatch({ pool: watching.pool, log, everyMs: 20, limitMs: 1500 });
  database = openDatabase({ ...options, onError: watch.noticed });
  watch.start();
});
afterEach(() => proxy.set('good'));
afterAll(async () => {
  await watch.stop();
  await watching.close();
  await database.close();
  await proxy.close();
  await behind.drop();
});

async function untilProblemIs(wanted: string | undefined): Promise<void> {
  for (const sinceMs = performance.now(); watch.problem() !== wanted; await sleep(10))
    if (performance.now() - sinceMs > 30_000) throw new Error(`problem is ${watch.problem()}`);
}

test('work is answered while the database answers, and its own refusal stays its own', async () => {
  expect(await watch.whileAnswering(async () => 7)).toBe(7);
  await expect(watch.whileAnswering(() => Promise.reject(new Error('own')))).rejects.toThrow('own');
});

test('silent: what is under way is asked to try again, what comes is at once, and afterwards all is well', async () => {
  proxy.set('half open');
  const endless = new Promise<never>(() => undefined);
  await expect(watch.whileAnswering(() => endless)).rejects.toMatchObject({ code: 'PLEASE_RETRY', isOutcomeUnknown: true });
  expect(watch.problem()).toBe('does not answer');
  let isStarted = false;
  await expect(watch.whileAnswering(async () => (isStarted = true))).rejects.toMatchObject({ code: 'PLEASE_RETRY' });
  expect(isStarted).toBe(false);
  proxy.set('good');
  await untilProblemIs(undefined);
});

test('the disk is full: a problem from the first failed write on, until a write that needs room succeeds', async () => {
  await sql`do $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`
    .execute(database.db)
    .catch(() => undefined);
  expect(watch.problem()).toBe('cannot write: its disk is full');
  await untilProblemIs(undefined);
  const { rows } = await sql<{ count: string }>`select count(*)::text as count from write_probe`.execute(database.db);
  expect(rows).toEqual([{ count: '0' }]);
});
