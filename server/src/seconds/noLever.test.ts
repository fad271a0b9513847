/** Nothing anywhere may steer a result: no table, call, setting or word for it, and nothing personal where it is decided. */
import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { endpoints } from '@tessera/shared/contract';
import { decide, decideEntry, outcomeOf } from '@tessera/shared/fairness';
import { useTestDatabase } from '../../test/testDatabase';
import { readConfig } from '../platform/config';

const database = useTestDatabase();
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
/** Names that such levers have had elsewhere, in any spelling. */
const levers =
  /pre_?profit|pre_?result|risk_?(result|control|profit|level)|force_?(price|win|lose|result|outcome)|(win|loss|lose|kill)_?(rate|ratio|chance|percent|probability)|(fix|preset|set|control|override|manual|target|rig)(ed)?_?(price|result|outcome)|house_?edge|user_?(luck|risk|odds)|slip_?control|price_?(offset|bias|override|skew|nudge)|spread_?control|(white|black)_?list_?(user|win|lose)/i;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? (entry.name === 'node_modules' || entry.name === 'dist' ? [] : filesBelow(path)) : [path];
  });
}
const identifiers = (text: string): string[] => [...new Set(text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [])];
const leversIn = (names: readonly string[]): string[] => names.filter((name) => levers.test(name));

test('the check knows a lever when it sees one', () => {
  const seen = ['pre_profit', 'preProfit', 'risk_result', 'forcePrice', 'win_rate', 'winChance', 'override_outcome', 'fixedResult', 'userLuck', 'priceBias'];
  expect(leversIn(seen)).toEqual(seen);
  expect(leversIn(['settle_price', 'breakEvenRate', 'payout_rate', 'profit', 'settlePriceTable'])).toEqual([]);
});

test('no column, table or function of the database is called like a lever', async () => {
  const { rows } = await database.owner.query<{ name: string }>(`
    select column_name as name from information_schema.columns where table_schema = 'public'
    union select table_name from information_schema.tables where table_schema = 'public'
    union select proname from pg_proc where pronamespace = 'public'::regnamespace
    union select unnest(proargnames) from pg_proc where pronamespace = 'public'::regnamespace`);
  expect(rows.length).toBeGreaterThan(100);
  expect(leversIn(rows.map((row) => row.name))).toEqual([]);
});

test('no source of the server, the contract or the fairness mathematics names a lever', () => {
  const files = ['server/src', 'shared/src/contract', 'shared/src/fairness'].flatMap((folder) => filesBelow(join(root, folder)));
  const sources = files.filter((file) => /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(50);
  const found = sources.flatMap((file) => leversIn(identifiers(readFileSync(file, 'utf8'))).map((name) => `${file.slice(root.length + 1)}: ${name}`));
  expect(found).toEqual([]);
});

test('no call and no setting takes a result, a price or a chance of winning', () => {
  const fields = Object.entries(endpoints).flatMap(([name, { request }]) =>
    Object.keys(z.toJSONSchema(request, { unrepresentable: 'any' }).properties ?? {}).map((field) => `${name}.${field}`),
  );
  expect(fields.length).toBeGreaterThan(100);
  expect(leversIn(fields.map((field) => field.split('.')[1] ?? ''))).toEqual([]);
  expect(fields.filter((field) => /^(submit|quote)\w*Seconds\.(price|payoutRate|entry|exit|outcome|acceptedAtMs)$/.test(field))).toEqual([]);
  expect(leversIn(Object.keys(readConfig({})))).toEqual([]);
});

test('the functions that decide know nothing about a person, a stake or a book', () => {
  for (const decides of [decide, decideEntry, outcomeOf]) {
    const words = identifiers(decides.toString()).map((word) => word.toLowerCase());
    expect(words.filter((word) => /user|stake|balance|account|mode|asset|fee|payout|session|random|config/.test(word))).toEqual([]);
  }
});

test('the query that prepares a decision reads ticks by symbol and instant alone', () => {
  const source = readFileSync(join(root, 'server/src/seconds/settleDue.ts'), 'utf8');
  expect(identifiers(source).filter((word) => /^(user|stake|balance|fee|payout)/i.test(word))).toEqual([]);
});
