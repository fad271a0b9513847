/** No other module writes the book: their SQL may read the ledger's tables and call its functions, nothing else. */
import { expect, test } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = join(dirname(fileURLToPath(import.meta.url)), '..');
const tables = '(account|journal|entry|asset)';
const writes = [
  new RegExp(`\\b(insert\\s+into|update|delete\\s+from|truncate(\\s+table)?)\\s+(public\\.)?${tables}\\b(?!_)`, 'i'),
  new RegExp(`\\.(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\\(\\s*['"\`]${tables}\\b`),
  // Going around Ledger.ts to its SQL functions would skip the mapping of refusals.
  /\b(post_batch|open_accounts|fold_house)\s*\(|select\s+post\s*\(/i,
];
const isWrite = (text: string): boolean => writes.some((write) => write.test(text));

async function filesOf(dir: string): Promise<string[]> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true });
  return found.filter((file) => file.isFile() && /\.(ts|sql)$/.test(file.name)).map((file) => join(file.parentPath, file.name));
}

test('no file outside ledger/ writes the tables of the book', async () => {
  const guilty: string[] = [];
  for (const file of await filesOf(sources)) {
    const path = relative(sources, file);
    if (path.startsWith('ledger/') || /migrations\/(000\d|0131|0395)-/.test(path) || path.endsWith('.test.ts')) continue;
    const source = await readFile(file, 'utf8');
    // A migration may list an asset, and may tune how the ledger's functions are planned.
    const text = path.includes('migrations/')
      ? source.replace(/insert into asset\b|alter function (post_batch|open_accounts)\b/g, '')
      : source;
    if (isWrite(text)) guilty.push(path);
  }
  expect(guilty).toEqual([]);
});

test.each([
  `insert into entry (journal_id) values (1)`,
  `update account set balance = 1`,
  `delete from journal where id = 1`,
  `truncate table entry`,
  `db.insertInto('journal').values({})`,
  `tx.updateTable("account").set({})`,
  `select post_batch($1)`,
])('the rule reports: %s', (text) => {
  expect(isWrite(text)).toBe(true);
});

test.each([
  `select * from entry join account on true`,
  `update account_note set x = 1`,
  `db.selectFrom('account')`,
  `update app_user set a = 1`,
])('the rule leaves alone: %s', (text) => {
  expect(isWrite(text)).toBe(false);
});
