/**
 * How many bytes a first visit fetches until its page can show data, as sent (brotli where there is one), for the first page of each
 * remote in English. Use: sizes.ts <DATA_DIR of an installed app>. Prints a table; ends with 1 when a row is over its bound in
 * sizes.json. Chunks of single pages are fetched after that and are judged with their remote's release.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import bounds from './sizes.json' with { type: 'json' };

interface Hint {
  readonly texts: Readonly<Record<string, readonly [string, string]>>;
  readonly remotes: Readonly<
    Record<
      string,
      {
        readonly files: readonly (readonly [string, string])[];
        readonly texts: Readonly<Record<string, readonly [string, string]>>;
      }
    >
  >;
}

const language = 'en';
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('usage: sizes.ts <DATA_DIR>');
const hostFolder = join(dataDir, 'host/current');
const html = readFileSync(join(hostFolder, 'index.html'), 'utf8');

/** Where the server reads the file of an address. */
function pathOf(address: string): string {
  if (address.startsWith('/h5/')) return join(hostFolder, address.slice('/h5/'.length));
  return join(dataDir as string, 'releases', decodeURIComponent(address));
}

function bytesOf(address: string): number {
  const path = pathOf(address);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
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
const shell = html.length + sum([...hostFiles, ...(hostTexts === undefined ? [] : [hostTexts])]);

const rows: (readonly [string, number])[] = [['shell', shell]];
for (const [remote, { files, texts }] of Object.entries(hint.remotes)) {
  const text = texts[language]?.[0];
  rows.push([remote, sum([...files.map(([address]) => address), ...(text === undefined ? [] : [text])])]);
}

let isOver = false;
console.log('    first visit     bytes     bound');
for (const [name, bytes] of rows) {
  const bound = new Map(Object.entries(bounds)).get(name);
  const isRowOver = bound === undefined || bytes > bound;
  isOver ||= isRowOver;
  console.log(
    `    ${name.padEnd(12)} ${String(bytes).padStart(8)}  ${String(bound ?? 'none').padStart(8)}${isRowOver ? '  OVER' : ''}`,
  );
}
process.exitCode = isOver ? 1 : 0;
