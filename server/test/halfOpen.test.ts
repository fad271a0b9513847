/** A wire that takes everything and brings nothing: anyone who waits on it is told in time, and the next question finds a new one. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createLog } from '../src/platform/log';
import { openDatabase, type Database } from '../src/store/database';
import { isTransient, retryAmbiguous } from '../src/store/idempotency';
import { CutProxy } from './CutProxy';
import { createTestDatabase, type OwnDatabase } from './testDatabase';

let behind: OwnDatabase;
let proxy: CutProxy;
let database: Database;
beforeAll(async () => {
  behind = await createTestDatabase();
  proxy = await CutProxy.open(behind.address);
  database = openDatabase({
    address: proxy.address,
    poolSize: 2,
    log: createLog({ logLevel: 'silent' }),
    silenceLimitMs: 2000,
  });
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await behind.drop();
});

const ask = (): Promise<unknown> => sql`select 1`.execute(database.db);

test('a question, and a transaction, on a wire that went silent end as a lost connection', async () => {
  await ask();
  proxy.set('half open');
  const lost = await ask().then(
    () => 'answered',
    (error: unknown) => error,
  );
  expect(isTransient(lost)).toBe(true);
  proxy.set('good');

  // The silence comes in the middle of a transaction and goes while it is repeated.
  let tries = 0;
  await retryAmbiguous(() =>
    database.db.transaction().execute(async (tx) => {
      tries += 1;
      if (tries > 1) return void (await sql`select 1`.execute(tx));
      proxy.set('half open');
      await sql`select 1`.execute(tx).finally(() => proxy.set('good'));
    }),
  );
  expect(tries).toBeGreaterThan(1);
  await ask();
});
