/**
 * `npm run new-remote` in a checkout of its own: what it makes must pass the checks and, built for production, the conformance
 * run without a hand laid on it. That it makes nobody else's release again is shown by tools/independence.ts. The packages are this
 * checkout's own, by links.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'playwright/test';
import { test } from '../fixtures/session';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const program = join(root, 'tools/newRemote.mjs');
const tool = (script: string): string => join(root, 'node_modules', script);
/** With more threads each of them judges what they share. */
const compile = (...args: readonly string[]) => [
  join(root, 'tools/node_modules/typescript/bin/tsc'),
  ...args,
  '--singleThreaded',
];
const commandLimitMs = 200_000;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

let checkout: string;

// One checkout for all, made once; the last test looks at what the one before has made.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

test.beforeAll(async () => {
  checkout = mkdtempSync(join(tmpdir(), 'tessera-new-remote-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ':!docs', ':!e2e/*/**'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((each) => each !== '' && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    cpSync(join(root, path), join(checkout, path));
  }
  // A remote is checked against the compiled types of shared, which are this checkout's.
  expect(await run(compile('-b', 'shared'), root)).toMatchObject({ code: 0 });
  cpSync(join(root, 'shared/dist/types'), join(checkout, 'shared/dist/types'), { recursive: true });
  linkPackages();
});
test.afterAll(() => rmSync(checkout, { recursive: true, force: true }));

/** Every installed package but our own, which are linked to this checkout's folders. */
function linkPackages(): void {
  const link = (name: string, target: string): void => symlinkSync(target, join(checkout, 'node_modules', name));
  mkdirSync(join(checkout, 'node_modules/@tessera'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== '@tessera'))
    link(name, join(root, 'node_modules', name));
  for (const name of ['shared', 'locales']) link(`@tessera/${name}`, join(checkout, name));
}

const make = (name: string): Promise<Ended> => run([program, name, '--root', checkout]);

/** Runs to its end without stopping the others; answers its words and whether it succeeded. */
function run(args: readonly string[], cwd = checkout): Promise<Ended> {
  return new Promise((done, reject) => {
    const env = { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '', DATA_DIR: join(checkout, '.data') };
    const child = spawn(process.execPath, args, { cwd, env, timeout: commandLimitMs });
    const words = { out: '', error: '' };
    child.stdout.on('data', (chunk: Buffer) => (words.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (words.error += chunk.toString()));
    child.once('error', reject).once('close', (code) => done({ code, ...words }));
  });
}

/** One after the other. */
async function runAll(commands: readonly (readonly string[])[]): Promise<readonly Ended[]> {
  const ended: Ended[] = [];
  for (const args of commands) ended.push(await run(args));
  return ended;
}

const refusals = [
  ['Promo', 2, /Usage: npm run new-remote/],
  ['promo_two', 2, /Usage/],
  ['trade', 3, /there is a folder remote-trade already/],
  ['common', 3, /locales\/en\/common\.json holds other texts already/],
  ['kline', 3, /the page \/pages\/kline\/index belongs to remote-market/],
] as const;

test('a name that cannot be one is refused, with a line that says why', async () => {
  const answers = await Promise.all(refusals.map(async ([name]) => ({ name, ...(await make(name)) })));
  expect(answers).toMatchObject(refusals.map(([name, code, line]) => ({ name, code, error: expect.stringMatching(line) })));
  expect(existsSync(join(checkout, 'remote-promo'))).toBe(false);
});

test('a new remote passes types, lint, boundaries, texts, its unit test and, built for production, every rule of conformance', async () => {
  expect(await make('promo')).toMatchObject({ code: 0, error: '' });

  const [conformance, texts, checks] = await Promise.all([
    run(['--import', 'tsx', 'release/src/main.ts', 'conform', 'promo', '--json']),
    // What else the texts lack is the business of the check itself.
    run(['--import', 'tsx', 'tools/checks/checkLocales.ts']),
    runAll([
      compile('-b', 'locales'),
      compile('-p', 'remote-promo'),
      [tool('oxlint/bin/oxlint'), '--deny-warnings', 'remote-promo', 'locales/load/promo.ts'],
      [tool('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', 'remote-promo'],
      [tool('jest/bin/jest.js'), '--selectProjects', 'remote-promo', '--ci'],
    ]),
  ]);
  expect([conformance, ...checks].filter(({ code }) => code !== 0)).toEqual([]);
  expect(texts.out + texts.error).toMatch(/locales: 12 languages/);
  expect(texts.out + texts.error).not.toMatch(/promo/);
  const { results } = JSON.parse(conformance.out) as { readonly results: readonly { readonly outcome: string }[] };
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);

  const record = JSON.parse(readFileSync(join(checkout, 'remote-promo/dist/web/build.json'), 'utf8')) as object;
  expect(record).toMatchObject({ kind: 'remote', name: 'promo', pages: ['/pages/promo/index'], type: 'global' });
  expect(await make('promo')).toMatchObject({ code: 3 });
});

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
