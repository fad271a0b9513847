/**
 * npm test: every check, never stopping at the first that fails. What the system lacks (browser, object store) is installed beside
 * the first checks and the unit tests, with what the cores have left; who needs it waits for it. The static checks, which use one core each, run side by side; then the unit tests
 * beside the build; then the browser tests, whose exchange starts while the last small files of unit tests run: it computes on one
 * core and waits for its disk. A static check counts as one test; the runners' own tests are counted one by one.
 * After each stage stands how busy the cores were; at the end the ten slowest test files, each browser test that needed a second try, and
 * whatever failed, by its name.
 * The last line is "N passed, N failed", and the exit code says the same.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { readBrowserReport } from './browserReport.mjs';
import { chromiumPath } from './chromium.mjs';
import { hasObjectStore } from './objectStore.mjs';
import { remotes } from './remotes.mjs';
import { scratchFolder } from './scratchFolder.mjs';
import { root, runCompiler, runProgram, runTool, say, setUp } from './setUp.mjs';

const minutes = (count) => count * 60_000;
/** A file of tests makes much that it soon drops: collected half as often, a worker computes a tenth less. */
const youngGeneration = '--max-semi-space-size=32';
/** A collector without threads of its own does not wait for a core that another worker has; Node's own code lies on large pages where the system has them. */
const manyAtOnce = ['--single-threaded-gc', '--use-largepages=silent'];
/** One more than the cores: a server test waits for its database, and for servers that it kills and starts again. */
const workers = '--maxWorkers=3';

/** How long each test file took: path from the root, milliseconds. */
const spentMs = new Map();
/** Browser tests that failed and passed when tried once more. */
const secondTries = [];
/** What failed, by name. */
const failures = [];

/** What the build and the tests publish is sent over no line (release/src/build/brotli.ts). */
process.env.TESSERA_COMPRESSION = 'quick';

const only = process.argv.slice(2);
const isAsked = ({ name }) => only.length === 0 || only.some((word) => name.includes(word));

const build = whole('build', () =>
  runProgram('release/src/main.ts', ['install'], { env: { DATA_DIR: join(scratch, 'build') }, timeoutMs: minutes(8) }),
);
const sizes = whole('sizes', () => runProgram('tools/checks/sizes.ts', [join(scratch, 'build')], { timeoutMs: minutes(1) }));
const unitTests = { name: 'unit, contract and server tests', run: jest };
const browserTests = { name: 'browser tests', run: playwright };
await setUp();
const scratch = scratchFolder();
/** Made when the programs are installed, or cannot be (release/src/testing/startObjectStore.ts). */
process.env.TESSERA_PROGRAMS_INSTALLED = join(scratch, 'programs-installed');
const programs = [build, sizes, unitTests, browserTests].some(isAsked) ? installPrograms() : undefined;
/** Packed by whoever needs it first (e2e/fixtures/teamFolder.ts). */
process.env.TESSERA_PACKAGE_DIR = join(scratch, 'package');
process.on('exit', () => {
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    // What somebody still writes there says nothing about a test.
    console.error(error.message);
  }
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** Of programs in Go, which compute a fifth longer where they look for free memory as often as they do by themselves. */
const seldomFreed = { GOGC: '400', GOMEMLIMIT: '2GiB' };

/** The longest first, so that both cores end together. */
const staticChecks = [
  whole('types', () => runCompiler(['-b', '--singleThreaded'], { env: seldomFreed, timeoutMs: minutes(6) })),
  whole('lint', () => runTool('oxlint/bin/oxlint', ['--deny-warnings'], { env: seldomFreed, timeoutMs: minutes(6) })),
  whole('unused', () => runTool('knip/bin/knip.js', ['--no-progress', '--no-config-hints'], { timeoutMs: minutes(2) })),
  whole('boundaries', () =>
    runTool('dependency-cruiser/bin/dependency-cruise.mjs', ['--config', '.dependency-cruiser.cjs', ...packages()], {
      timeoutMs: minutes(4),
    }),
  ),
  whole('locales', () => runProgram('tools/checks/checkLocales.ts', [], { timeoutMs: minutes(1) })),
  whole('layout', () => runTool('oxfmt/bin/oxfmt', ['--check'], { timeoutMs: minutes(1) })),
];

/** A check that is right or wrong as a whole. */
function whole(name, run) {
  return { name, run: async () => ((await run()) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }) };
}

/** One after the other: the system's installer runs once at a time. */
async function installPrograms() {
  const chromium = await chromiumPath();
  await hasObjectStore();
  writeFileSync(process.env.TESSERA_PROGRAMS_INSTALLED, '');
  return { chromium };
}

function packages() {
  return [
    'shared',
    'locales',
    'host',
    ...remotes.map((name) => `remote-${name}`),
    'server',
    'release',
    'console',
    'tools',
    'e2e',
  ];
}

/** `onNearlyDone`: only small files are left. */
async function jest(onNearlyDone) {
  const report = join(scratch, 'jest.json');
  const env = { NODE_OPTIONS: `--experimental-vm-modules --no-warnings ${youngGeneration}`, ...quotes() };
  const code = await runTool(
    'jest/bin/jest.js',
    [
      '--ci',
      workers,
      `--cacheDirectory=${join(root, '.cache/jest')}`,
      ...['default', join(import.meta.dirname, 'NearlyDone.mjs')].map((reporter) => `--reporters=${reporter}`),
      ...['--json', `--outputFile=${report}`],
    ],
    {
      env,
      nodeFlags: manyAtOnce,
      timeoutMs: minutes(25),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      onMessage: onNearlyDone,
    },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites, testResults } = readJson(report);
  const names = [];
  for (const { name, startTime, endTime, status, assertionResults } of testResults) {
    const file = relative(root, name);
    spentMs.set(file, endTime - startTime);
    const own = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => `${file} › ${fullName}`);
    names.push(...(status === 'failed' && own.length === 0 ? [file] : own));
  }
  if (numPendingTests > 0) say(`${numPendingTests} tests were not run`);
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, names };
}

/** Replay tests read recorded quotes from a folder beside the project, where there is one. */
function quotes() {
  const folder = process.env.TESSERA_QUOTES_DIR ?? join(root, '../shared/data/quotes');
  if (existsSync(folder)) return { TESSERA_QUOTES_DIR: folder };
  say('no quotes folder beside the project: tests that replay recorded quotes are NOT run (set TESSERA_QUOTES_DIR)');
  return {};
}

async function playwright() {
  const { chromium } = await programs;
  if (chromium === undefined) return { passed: 0, failed: 1 };
  const report = join(scratch, 'playwright.json');
  const published = join(scratch, 'build');
  const env = {
    ...(existsSync(published) ? { TESSERA_PUBLISHED_DIR: published } : {}),
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    // The tests as they are run: translated once, not in each run.
    PWTEST_CACHE_DIR: join(root, '.cache/playwright'),
  };
  const code = await runTool('playwright/cli.js', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    env,
    timeoutMs: minutes(25),
  });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { passed, failed, skipped, secondTries: again, failures: lost, spentMs: ms } = readBrowserReport(readJson(report));
  for (const [file, spent] of ms) spentMs.set(join('e2e', file), spent);
  secondTries.push(...again);
  if (skipped > 0) say(`${skipped} tests were not run`);
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, names: lost.map((name) => `e2e/${name}`) };
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function saySlowest() {
  const slowest = [...spentMs].sort(([, a], [, b]) => b - a).slice(0, 10);
  if (slowest.length > 0) console.log('\nThe slowest files, in seconds of one worker:');
  for (const [file, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(9)}  ${file}`);
}

const total = { passed: 0, failed: 0 };

/** `args` go to the check. What failed is named by the check's `names`, or where it has none by its own name. */
async function perform({ name, run }, ...args) {
  const { passed, failed, names = [] } = await run(...args);
  say(`    ${name}: ${passed} passed, ${failed} failed`);
  failures.push(...(failed > 0 && names.length === 0 ? [name] : names));
  total.passed += passed;
  total.failed += failed;
}

/** Milliseconds that the cores computed and rested since the machine started. */
function coreTimes() {
  const times = cpus().map(({ times: { idle, ...busy } }) => ({ idle, busy: busy.user + busy.nice + busy.sys + busy.irq }));
  return { idle: sum(times.map(({ idle }) => idle)), busy: sum(times.map(({ busy }) => busy)) };
}
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** How much of the machine the time since `before` has used: what rests while a test waits could compute another one. */
function sayBusy(before) {
  const after = coreTimes();
  const [idle, busy] = [after.idle - before.idle, after.busy - before.busy];
  say(`    cores busy ${Math.round((100 * busy) / Math.max(1, busy + idle))} %`);
}

/** Those of `checks` that are asked for, begun by `run`; tells how busy the cores were until it has come to its end. */
async function stage(checks, run) {
  const asked = checks.filter(isAsked);
  if (asked.length === 0) return;
  const before = coreTimes();
  console.log('');
  say(`=== ${asked.map(({ name }) => name).join(', ')}`);
  await run(asked);
  sayBusy(before);
}

/** Two that are given one iterator share its checks. */
async function inTurn(checks) {
  for (const check of checks) await perform(check);
}

await stage(staticChecks, (asked) => {
  const queue = asked.values();
  return Promise.all([inTurn(queue), inTurn(queue)]);
});
let beginBrowserTests;
const nearlyDone = new Promise((resolve) => (beginBrowserTests = resolve));
// The build computes while server tests wait for their databases; what it publishes is what the browser tests look at.
const unitTestsBesideBuild = stage([unitTests, build, sizes], async (asked) => {
  const published = inTurn(asked.filter((check) => check !== unitTests));
  await Promise.all([published, asked.includes(unitTests) && perform(unitTests, () => beginBrowserTests(published))]);
});
await Promise.all([unitTestsBesideBuild.then(beginBrowserTests), nearlyDone.then(() => stage([browserTests], inTurn))]);
saySlowest();
if (secondTries.length > 0) console.log('');
for (const name of secondTries) console.log(`needed a second try: e2e/${name}`);
if (failures.length > 0) console.log('');
for (const name of failures) console.log(`failed: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
