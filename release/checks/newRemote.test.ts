/**
 * `npm run new-remote` in a checkout of its own: what it makes must pass the checks without a hand laid on it, and must not
 * make anybody else's release anew. The packages are this checkout's own, by links.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const program = join(root, 'release/standing/newRemote.mjs');
const tool = (script: string): string => join(root, 'node_modules', script);
let checkout: string;

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'tessera-new-remote-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const keep = { preserveTimestamps: true };
  for (const path of listed.split('\0').filter((each) => each !== '' && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    cpSync(join(root, path), join(checkout, path), keep);
  }
  // What is compiled already need not be compiled again here.
  for (const dist of ['shared/dist', 'locales/dist']) if (existsSync(join(root, dist))) cpSync(join(root, dist), join(checkout, dist), { ...keep, recursive: true });
  linkPackages();
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

/** Every installed package but our own, which are linked to this checkout's folders. */
function linkPackages(): void {
  const link = (name: string, target: string): void => symlinkSync(target, join(checkout, 'node_modules', name));
  mkdirSync(join(checkout, 'node_modules/@tessera'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== '@tessera')) link(name, join(root, 'node_modules', name));
  for (const name of ['shared', 'locales']) link(`@tessera/${name}`, join(checkout, name));
}

const make = (name: string) => spawnSync(process.execPath, [program, name, '--root', checkout], { encoding: 'utf8' });

/** Runs to its end without stopping the others; answers its words and whether it succeeded. */
function run(args: readonly string[], cwd = checkout): Promise<{ readonly code: number | null; readonly words: string }> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, NODE_ENV: 'development', NODE_OPTIONS: '' } });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (words += chunk.toString()));
    child.once('error', reject).once('close', (code) => done({ code, words }));
  });
}

describe('a name that cannot be one', () => {
  test.each([
    ['Promo', 2, /Usage: npm run new-remote/],
    ['promo_two', 2, /Usage/],
    ['trade', 3, /there is a folder remote-trade already/],
    ['common', 3, /locales\/en\/common\.json holds other texts already/],
    ['kline', 3, /the page \/pages\/kline\/index belongs to remote-market/],
  ])('%s: refused with code %i and a line that says why', (name, code, line) => {
    const { status, stderr } = make(name);
    expect([status, stderr]).toEqual([code, expect.stringMatching(line)]);
    expect(existsSync(join(checkout, 'remote-promo'))).toBe(false);
  });
});

test('a new remote passes types, lint, boundaries, texts, its unit test and its build; nobody else is released anew', async () => {
  const versions = async () => (await run(['--input-type=module', '--eval', versionsOfOthers])).words;
  const before = await versions();
  expect(before).toMatch(/^host [0-9a-f]{8}\nremote-market [0-9a-f]{8}\nremote-trade [0-9a-f]{8}\n$/);
  expect(make('promo')).toMatchObject({ status: 0, stderr: '' });
  const jest = ['--selectProjects', 'remote-promo', '--ci'];
  const checks = {
    types: [[tool('typescript/bin/tsc'), '-b', 'remote-promo']],
    lint: [[tool('eslint/bin/eslint.js'), 'remote-promo', 'locales/load/promo.ts', '--max-warnings', '0']],
    boundaries: [[tool('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', 'remote-promo']],
    unit: [[tool('jest/bin/jest.js'), ...jest]],
    build: [[tool('webpack-cli/bin/cli.js'), 'build'], join(checkout, 'remote-promo')],
  } as const;
  const results = await Promise.all(Object.entries(checks).map(async ([name, [args, cwd]]) => ({ name, ...(await run(args, cwd)) })));
  expect(results.filter(({ code }) => code !== 0)).toEqual([]);
  // What else the texts lack is the business of the check itself.
  const texts = await run(['--import', 'tsx', 'release/checks/checkLocales.ts']);
  expect(texts.words).toMatch(/locales: 12 languages/);
  expect(texts.words).not.toMatch(/promo/);

  const record = JSON.parse(readFileSync(join(checkout, 'remote-promo/dist/web/build.json'), 'utf8')) as object;
  expect(record).toMatchObject({ kind: 'remote', name: 'promo', pages: ['/pages/promo/index'], type: 'global' });
  expect(await versions()).toBe(before);
  expect(make('promo')).toMatchObject({ status: 3 });
}, 240_000);

test('the lock file and the lists name it as npm and the compiler would', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(checkout, path), 'utf8'));
  const { dependencies, version } = read('remote-promo/package.json');
  const { packages } = read('package-lock.json');
  expect(packages['remote-promo']).toEqual({ name: '@tessera/remote-promo', version, dependencies });
  expect(packages['node_modules/@tessera/remote-promo']).toEqual({ resolved: 'remote-promo', link: true });
  expect(packages[''].workspaces).toEqual(read('package.json').workspaces);
  expect(packages['remote-trade'].dependencies).toEqual(dependencies);
  expect(read('tsconfig.json').references).toContainEqual({ path: 'remote-promo' });
});

const versionsOfOthers = `
  import { inputsHash } from '@tessera/shared/build/inputsHash';
  for (const name of ['host', 'remote-market', 'remote-trade']) console.log(name, inputsHash(process.cwd(), name));
`;
