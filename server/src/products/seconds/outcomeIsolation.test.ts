/** Nothing anywhere may steer a result: no table, call, setting or word for it, and nothing personal where it is decided. */
import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { endpoints } from '@tessera/shared/contract';
import { decide, decideEntry, outcomeOf } from '@tessera/shared/fairness';
import {
  bookOf,
  closingPrice,
  fillFrom,
  hasMovedAgainst,
  isAtLevel,
  isLimitMet,
  isLiquidated,
  isStopLossMet,
  isTakeProfitMet,
  liquidationPriceOf,
  openingPrice,
  stopMet,
} from '@tessera/shared/trading';
import { useTestDatabase } from '../../../test/testDatabase';
import { readConfig } from '../../platform/config';

const database = useTestDatabase();
const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
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
  const seen = [
    'pre_profit',
    'preProfit',
    'risk_result',
    'forcePrice',
    'win_rate',
    'winChance',
    'override_outcome',
    'fixedResult',
    'userLuck',
    'priceBias',
  ];
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

test('no source of the server, the contract, the fairness or the trading mathematics names a lever', () => {
  const files = ['server/src', 'shared/src/domain/contract', 'shared/src/domain/fairness', 'shared/src/domain/trading'].flatMap(
    (folder) => filesBelow(join(root, folder)),
  );
  const sources = files.filter((file) => /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(50);
  const found = sources.flatMap((file) =>
    leversIn(identifiers(readFileSync(file, 'utf8'))).map((name) => `${file.slice(root.length + 1)}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('no call and no setting takes a result, a price or a chance of winning', () => {
  const fields = Object.entries(endpoints).flatMap(([name, { request }]) =>
    Object.keys(z.toJSONSchema(request, { unrepresentable: 'any' }).properties ?? {}).map((field) => `${name}.${field}`),
  );
  expect(fields.length).toBeGreaterThan(100);
  expect(leversIn(fields.map((field) => field.split('.')[1] ?? ''))).toEqual([]);
  expect(
    fields.filter((field) => /^(submit|quote)\w*Seconds\.(price|payoutRate|entry|exit|outcome|acceptedAtMs)$/.test(field)),
  ).toEqual([]);
  // Of prices a person names a limit, a stop and what was seen: nothing at which a deal or fill would be made.
  const prices = fields.filter(
    (field) =>
      /^(leverage|spot)/.test(field) && /price|spread|fee|margin|profit|divisor|liquidation/i.test(field.split('.')[1] ?? ''),
  );
  expect([...new Set(prices.map((field) => field.split('.')[1]))].sort()).toEqual([
    'limitPrice',
    'price',
    'seenPrice',
    'takeProfit',
  ]);
  expect(leversIn(Object.keys(readConfig({})))).toEqual([]);
});

test('the functions that decide know nothing about a person, a stake or a book', () => {
  for (const decides of [decide, decideEntry, outcomeOf]) {
    const words = identifiers(decides.toString()).map((word) => word.toLowerCase());
    expect(words.filter((word) => /user|stake|balance|account|mode|asset|fee|payout|session|random|config/.test(word))).toEqual(
      [],
    );
  }
});

/** Source without its comments: those may speak of people. */
const codeOf = (path: string): string => readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

test('what decides deals and fills knows no person and draws no lots', () => {
  const deciding = ['orderBook', 'spotDecision', 'triggers', 'sides', 'margin', 'position', 'swap', 'account', 'settlement'].map(
    (name) => `shared/src/domain/trading/${name}.ts`,
  );
  for (const path of [
    ...deciding,
    'server/src/products/leverage/nextEvent.ts',
    'server/src/products/leverage/replay.ts',
    'server/src/products/leverage/knownTicks.ts',
  ]) {
    const words = identifiers(codeOf(path).replaceAll(/'[^'\n]*'/g, ''));
    expect(words.length).toBeGreaterThan(10);
    // replay.ts hands the owner on to the booking.
    const personal = words.filter((word) =>
      /^(user|owner|person|holder|session|email|country|language|group|demo|real|accountMode|config)$|^(user|session|person)[A-Z_]/i.test(
        word,
      ),
    );
    expect([path, ...personal]).toEqual(path.endsWith('replay.ts') ? [path, 'Owner', 'owner'] : [path]);
    expect(codeOf(path)).not.toMatch(/Math\.random|Date\.now|crypto\.|process\.env/);
  }
});

test('what meets a limit, a stop, a level or a book is asked of figures alone', () => {
  for (const decides of [
    bookOf,
    fillFrom,
    stopMet,
    isLimitMet,
    isStopLossMet,
    isTakeProfitMet,
    isLiquidated,
    isAtLevel,
    openingPrice,
    closingPrice,
    hasMovedAgainst,
    liquidationPriceOf,
  ]) {
    const words = identifiers(decides.toString()).map((word) => word.toLowerCase());
    expect(words.filter((word) => /user|^stake|balance|account|^mode|session|random|config|demo/.test(word))).toEqual([]);
  }
});

test('the queries that bring ticks to deals and fills choose them by symbol, time and price alone', () => {
  const paths = [
    'products/spot/markOrders',
    'products/spot/executeOrder',
    'products/leverage/findAccounts',
    'products/leverage/readAccount',
    'feed/provenRun',
  ].map((name) => `server/src/${name}.ts`);
  for (const path of paths) {
    const conditions = [...codeOf(path).matchAll(/from tick(?: t)?\s+where([\s\S]*?)(?:\)|\blimit\b|\border by\b)/g)].map(
      ([, text]) => text ?? '',
    );
    expect([path, conditions.length > 0]).toEqual([path, true]);
    const personal = conditions
      .flatMap((text) => identifiers(text))
      .filter((word) => /user|owner|^mode$|order_?id|lots|margin|stake|balance|direction|leverage|client/i.test(word));
    expect([path, ...personal]).toEqual([path]);
  }
});

test('the query that prepares a decision reads ticks by symbol and instant alone', () => {
  const source = readFileSync(join(root, 'server/src/products/seconds/settleDue.ts'), 'utf8');
  expect(identifiers(source).filter((word) => /^(user|stake|balance|fee|payout)/i.test(word))).toEqual([]);
});
