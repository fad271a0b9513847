/**
 * Who is released by what: builds host and remotes in a checkout of its own, makes one typical change after another and tells
 * which versions it changed. A version is the hash of what a build puts out, so these are those whose bytes changed.
 *
 *   npm run independence
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { areInputsUnchanged } from '@tessera/shared/build/buildInputs';
import { remoteNames } from '@tessera/shared/federation';

interface Change {
  readonly what: string;
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly releases: readonly string[];
}

const execute = promisify(execFile);
const project = join(dirname(fileURLToPath(import.meta.url)), '..');
const remotes = remoteNames.map((name) => `remote-${name}`);
const everybody = ['host', ...remotes];

const changes: readonly Change[] = [
  {
    what: 'a word in German',
    path: 'locales/de/trade.json',
    from: '"title": "Kontrakt"',
    to: '"title": "Kontrakte"',
    releases: ['remote-trade'],
  },
  {
    what: 'a word that all share',
    path: 'locales/en/common.json',
    from: '"cancel": "Cancel"',
    to: '"cancel": "Never mind"',
    releases: everybody,
  },
  {
    what: 'a colour',
    path: 'shared/src/design/ui/tokens.css',
    from: '--color-canvas: #f3f5f8',
    to: '--color-canvas: #f3f5f9',
    releases: ['host'],
  },
  {
    what: 'the look of a button',
    path: 'shared/src/design/ui/button/Button.module.css',
    from: 'scale(0.985)',
    to: 'scale(0.98)',
    releases: everybody,
  },
  {
    what: 'a chart gesture',
    path: 'shared/src/design/charts/gestures.ts',
    from: 'const holdMs = 320;',
    to: 'const holdMs = 330;',
    releases: ['host'],
  },
  {
    what: 'a seconds ticket',
    path: 'remote-trade/src/products/seconds/ResultSheet.tsx',
    from: 'const breathMs = 3000;',
    to: 'const breathMs = 4000;',
    releases: ['remote-trade'],
  },
  {
    what: 'a shared part that two of them show',
    path: 'shared/src/design/ui/order-book/OrderBook.module.css',
    from: '@layer parts {',
    to: '@layer parts {\n  .note { opacity: 0.99; }',
    releases: ['remote-market', 'remote-trade'],
  },
  {
    what: 'the loader',
    path: 'host/src/remotes/loadRelease.ts',
    from: 'const loadTimeMs = 6000;',
    to: 'const loadTimeMs = 7000;',
    releases: ['host'],
  },
  {
    what: 'a comment in a part that all share',
    path: 'shared/src/design/ui/button/Button.tsx',
    from: 'export function Button(',
    to: '/* The one button. */\nexport function Button(',
    releases: [],
  },
  {
    what: 'a file of the server',
    path: 'server/src/app.ts',
    from: 'export ',
    to: 'export const mark = 1;\nexport ',
    releases: [],
  },
  {
    what: 'a shared function that nobody calls yet',
    path: 'shared/src/domain/time/remaining.ts',
    from: 'export const remainingMs',
    to: 'export const nobodyCallsThis = () => 1;\nexport const remainingMs',
    releases: [],
  },
];

/** What is tracked or new here, and every installed package by a link; our own packages are the checkout's. */
function checkOut(): string {
  const checkout = mkdtempSync(join(tmpdir(), 'tessera-independence-'));
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ':!docs', ':!e2e'];
  const listed = execFileSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 50_000_000 });
  for (const path of listed.split('\0').filter((each) => each !== '' && existsSync(join(project, each)))) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    cpSync(join(project, path), join(checkout, path));
  }
  mkdirSync(join(checkout, 'node_modules/@tessera'), { recursive: true });
  for (const name of readdirSync(join(project, 'node_modules')).filter((each) => each !== '@tessera'))
    symlinkSync(join(project, 'node_modules', name), join(checkout, 'node_modules', name));
  for (const name of ['shared', 'locales']) symlinkSync(join(checkout, name), join(checkout, 'node_modules/@tessera', name));
  return checkout;
}

async function versions(checkout: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of everybody) {
    const folder = join(checkout, name);
    const webpack = join(project, 'node_modules/webpack-cli/bin/cli.js');
    if (!areInputsUnchanged(checkout, folder)) await execute(process.execPath, [webpack, 'build'], { cwd: folder });
    const record = JSON.parse(readFileSync(join(folder, 'dist/web/build.json'), 'utf8')) as { readonly version: string };
    found.set(name, record.version);
  }
  return found;
}

const checkout = checkOut();
let hasFailed = false;
try {
  const before = await versions(checkout);
  console.log(`built ${[...before].map(([name, version]) => `${name} ${version}`).join(', ')}`);
  for (const { what, path, from, to, releases } of changes) {
    const source = readFileSync(join(checkout, path), 'utf8');
    if (!source.includes(from)) throw new Error(`${path} does not say ${from}: bring this change up to date`);
    writeFileSync(join(checkout, path), source.replace(from, to));
    const after = await versions(checkout);
    writeFileSync(join(checkout, path), source);
    const released = everybody.filter((name) => after.get(name) !== before.get(name));
    const isRight = released.join() === releases.join();
    hasFailed ||= !isRight;
    const wanted = isRight ? '' : `   expected: ${releases.join(', ') || 'nobody'}`;
    console.log(`${isRight ? 'ok   ' : 'WRONG'} ${what} (${path}): ${released.join(', ') || 'nobody'}${wanted}`);
  }
} finally {
  rmSync(checkout, { recursive: true, force: true });
}
process.exitCode = hasFailed ? 1 : 0;
