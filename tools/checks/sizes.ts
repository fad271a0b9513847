/**
 * How many bytes a first visit fetches until its page can show data, as they are released (in the smallest brotli form where there is one), in English:
 * the shell, what each remote needs for any of its pages, and the tabs' pages. Use: sizes.ts <DATA_DIR of an installed app>. Prints a table; ends
 * with 1 when a row is over its bound in sizes.json.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { tabs } from '@tessera/shared/federation';
import bounds from './sizes.json' with { type: 'json' };

interface Hint {
  readonly texts: Readonly<Record<string, readonly [string, string]>>;
  readonly remotes: Readonly<
    Record<
      string,
      {
        readonly base: string;
        readonly files: readonly (readonly [string, string])[];
        readonly texts: Readonly<Record<string, readonly [string, string]>>;
        readonly pages: Readonly<Record<string, readonly (readonly [string, string])[]>>;
      }
    >
  >;
}

const language = 'en';
/** Those that a visit begins with. */
const shownPages: readonly string[] = [
  ...tabs.map(({ path }) => path),
  '/pages/kline/index',
  '/pages/login/index',
  '/pages/user/index',
];
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('usage: sizes.ts <DATA_DIR>');
const hostFolder = join(dataDir, 'host/current');
const html = readFileSync(join(hostFolder, 'index.html'), 'utf8');

/** Where the server reads the file of an address. */
function pathOf(address: string): string {
  if (address.startsWith('/h5/')) return join(hostFolder, address.slice('/h5/'.length));
  return join(dataDir as string, 'releases', decodeURIComponent(address));
}

/** A run of the tests compresses what it publishes quickly; what is released is compressed like this. */
const smallest = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

function bytesOf(address: string): number {
  const path = pathOf(address);
  const bytes = readFileSync(path);
  return (existsSync(`${path}.br`) ? smallest(bytes) : bytes).length;
}

const sum = (addresses: readonly string[]): number => addresses.reduce((total, address) => total + bytesOf(address), 0);

const content = /<meta name="tessera-first" content="([^"]*)">/.exec(html)?.[1];
if (content === undefined) throw new Error(`${hostFolder}/index.html does not say what a first page needs`);
const hint = JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')) as Hint;

const tags = [
  ...html.matchAll(/<(?:script|link rel="stylesheet")[^>]*?\b(?:src|href)="?([^"\s>]+)/g),
  ...html.matchAll(/<link[^>]*?href="?([^"\s>]+\.css)/g),
];
const hostFiles = [...new Set(tags.flatMap(([, address]) => (address === undefined ? [] : [address])))];
const hostTexts = hint.texts[language]?.[0];
const shell = bytesOf('/h5/index.html') + sum([...hostFiles, ...(hostTexts === undefined ? [] : [hostTexts])]);

const rows: (readonly [string, number])[] = [['shell', shell]];
for (const [remote, { base, files, texts, pages }] of Object.entries(hint.remotes)) {
  const text = texts[language];
  const sizeOf = (needed: typeof files): number => sum(needed.map(([address]) => new URL(address, `http://app${base}`).pathname));
  rows.push([remote, sizeOf([...files, ...(text === undefined ? [] : [text])])]);
  for (const [page, needed] of Object.entries(pages)) if (shownPages.includes(page)) rows.push([page, sizeOf(needed)]);
}

let isOver = false;
console.log(`    ${'first visit'.padEnd(24)}    bytes     bound`);
for (const [name, bytes] of rows) {
  const bound = new Map(Object.entries(bounds)).get(name);
  const isRowOver = bound === undefined || bytes > bound;
  isOver ||= isRowOver;
  console.log(
    `    ${name.padEnd(24)} ${String(bytes).padStart(8)}  ${String(bound ?? 'none').padStart(8)}${isRowOver ? '  OVER' : ''}`,
  );
}
process.exitCode = isOver ? 1 : 0;
