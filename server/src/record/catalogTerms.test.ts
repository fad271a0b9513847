/** Each version of the catalogue is in the public record, with the hash of the terms that anybody can read. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { anOperator } from '../../test/anOperator';
import { useTestDatabase } from '../../test/testDatabase';
import { publishTerms } from '../catalog/publishTerms';
import { sha256Hex } from '../platform/random';
import { createLog } from '../platform/log';
import { openDatabase, type Database } from '../store/database';
import { readTermsText, recordAllTerms, recordTerms } from './catalogTerms';

const database = useTestDatabase();
const nowMs = 1_800_000_000_000;
/** May lay the server's role down. */
let asOwner: Database;
beforeAll(() => {
  asOwner = openDatabase({ address: database.address, poolSize: 1, log: createLog({ logLevel: 'silent' }) });
});
afterAll(() => asOwner.close());
const recorded = async () =>
  (await database.db.selectFrom('publicRecord').select('body').where('kind', '=', 'terms').orderBy('seq').execute()).map(
    ({ body }) => JSON.parse(body) as { version: number; validFromMs: number; note: string; hash: string },
  );

test('what is not recorded yet is recorded once, whoever starts beside', async () => {
  await Promise.all([recordAllTerms(database.db, nowMs), recordAllTerms(database.db, nowMs)]);
  const versions = await database.db.selectFrom('catalogVersion').select('version').orderBy('version').execute();
  expect((await recorded()).map(({ version }) => version)).toEqual(versions.map(({ version }) => version));
});

test('a change of terms goes to the record with its publication; the text of the version before stays what it was', async () => {
  const before = await readTermsText(database.db, 1);
  const { sessionHash } = await anOperator(database, ['risk'], { nowMs });
  const version = await database.staff.db.transaction().execute(async (tx) => {
    const change = {
      sessionHash,
      name: 'seconds',
      key: ['crypto', '30'],
      change: { payout_rate: '0.8100' },
      validFromMs: nowMs,
      note: 'Ruhe',
      nowMs,
    } as const;
    const made = await publishTerms(tx, change);
    await recordTerms(tx, made, nowMs);
    return made;
  });
  const text = await readTermsText(database.db, version);
  expect((await recorded()).at(-1)).toEqual({ version, validFromMs: nowMs, note: 'Ruhe', hash: sha256Hex(text) });
  const terms = JSON.parse(text) as { seconds_term: { asset_class: string; seconds: string; payout_rate: string }[] };
  expect(terms.seconds_term.find((row) => row.asset_class === 'crypto' && row.seconds === '30')?.payout_rate).toBe('0.81');
  expect(await readTermsText(database.db, 1)).toBe(before);
  expect(before).not.toContain('"0.81"');
});

test('every figure that decides is in the text: a change behind the back of all gives another hash', async () => {
  const before = sha256Hex(await readTermsText(database.db, 1));
  for (const change of [
    `update symbol set spread_steps = spread_steps + 1 where id = 'BTC-USDT'`,
    `update spot_term set level_quantity = level_quantity * 2 where symbol_id = 'BTC-USDT'`,
    `update leverage_term set swap_long = swap_long + 0.1 where symbol_id = 'EUR-USD'`,
    `update leverage_term set leverages = array_append(leverages, 999) where symbol_id = 'BTC-USDT'`,
    `update seconds_term set fee_rate = 0.5 where seconds = 60`,
    `update market_calendar set closing_minutes = 7`,
  ]) {
    const changing = asOwner.db.transaction().execute(async (tx) => {
      await sql`set local role none`.execute(tx);
      await sql.raw(`alter table terms_text disable trigger all; delete from terms_text; ${change}`).execute(tx);
      expect(sha256Hex(await readTermsText(tx, 1))).not.toBe(before);
      throw new Error('undone');
    });
    await expect(changing).rejects.toThrow('undone');
  }
});

test('a column that a later release adds makes no other text of what was recorded; a text of before is kept if it has its hash', async () => {
  const before = await readTermsText(database.db, 1);
  const askOwner = (text: string) => database.owner.query(text);
  await askOwner('alter table terms_text disable trigger all; delete from terms_text; alter table terms_text enable trigger all');
  await recordAllTerms(database.db, nowMs);
  await askOwner('alter table seconds_term add column later integer not null default 1');
  expect(await readTermsText(database.db, 1)).toBe(before);
  await askOwner('alter table terms_text disable trigger all; delete from terms_text; alter table terms_text enable trigger all');
  await recordAllTerms(database.db, nowMs);
  expect((await askOwner('select from terms_text')).rowCount).toBe(0);
  await askOwner('alter table seconds_term drop column later');
});
