/**
 * A real server whose releases lie in a real object store, as an open page experiences it: what is served, a rollback, releases
 * that fail on people's pages, and the end of the store. The server rolls back by itself (RELEASE_GUARD=rollback). On a
 * machine without an object store the releases lie in a directory, and only the guard is tried.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Browser, type Page } from 'playwright/test';
import type { ReleasePointer } from '@tessera/shared/federation';
import { io, type Socket } from 'socket.io-client';
import { anOperator, type Operator } from '../fixtures/anOperator';
import { startObjectStore, type ObjectStore } from '../fixtures/objectStore';
import { startOwnServer, type OwnServer } from '../fixtures/ownServer';
import { publishedTemplate } from '../fixtures/publishedTemplate';
import { test } from '../fixtures/session';
import { handmadeRelease, writeBuild } from './handmadeRelease';
import { releaseToolIn } from './releaseTool';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const remote = 'probe';
const [first, second, bad] = ['1.0.0+000000c1', '1.1.0+000000c2', '1.2.0+000000c3'] as const;
const notThere = `/r/${remote}/9.9.9+000000c9/remoteEntry.js`;
/** Where a command may build the host. */
const commandLimitMs = 300_000;
/** What the server looks at every few seconds, seen from outside. */
const roundLimitMs = 45_000;

let operator: Operator;
let dataDir: string;
let store: ObjectStore | undefined;
let server: OwnServer;
const clients: Socket[] = [];

test.beforeAll(async () => {
  test.setTimeout(commandLimitMs);
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-own-server-'));
  store = await startObjectStore();
  // Its host and keys; of its releases only those in the store count.
  await publishedTemplate.copyTo(dataDir);
  await release('publish', 'host');
  // Behind one proxy, so that a test can come from several addresses. The feed is another process's business.
  const settings = {
    RELEASE_GUARD: 'rollback',
    NODE_ENV: 'development',
    TRUSTED_PROXIES: '1',
    ROLES: 'api,realtime,jobs,operators',
    ...store?.settings,
  };
  const publishing = publish(first)
    .then(() => promote(first))
    .then(() => publish(second));
  [server] = await Promise.all([startOwnServer(dataDir, settings), publishing]);
  operator = await anOperator(['release'], { dataDir, nowMs: async () => Date.now() });
});
test.afterAll(async () => {
  clients.forEach((client) => client.disconnect());
  try {
    await server?.stop();
  } finally {
    await store?.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a verb of the release tool on this installation, as the program that an operator starts. */
function run(...words: string[]): Promise<Ended> {
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, ...store?.settings };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', join(root, 'release/src/main.ts'), ...words],
      { cwd: root, env, timeout: commandLimitMs },
      (_, out, error) => resolve({ code: child.exitCode ?? -1, out, error }),
    );
  });
}

const release = (...words: string[]): Promise<string> => releaseToolIn({ ...process.env, ...store?.settings }, dataDir, ...words);

/** Large enough that it is published with its compressed twin. */
async function publish(version: string): Promise<void> {
  const made = handmadeRelease(remote, version, undefined, { pages: [`/pages/${remote}/index`] });
  const folder = join(dataDir, 'builds', version);
  writeBuild({ ...made, script: `${made.script}\n// ${'room '.repeat(300)}` }, folder);
  await release('publish', remote, '--from', folder, '--unproven');
}

const promote = (version: string) => release('promote', remote, version, '--now', '--unlock', '--unproven', '--by', 'ada');

const heading = (page: Page, version: string) => page.getByRole('heading', { name: `${remote} ${version}` });
const address = () => `${server.origin}/h5/#/pages/${remote}/index`;

async function open(page: Page, version: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('tessera.welcomeSeen', '1'));
  await page.goto(address());
  await expect(heading(page, version)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${server.origin}${path}`, { headers, signal: AbortSignal.timeout(30_000) });
  const body = await answer.text();
  const header = (name: string) => answer.headers.get(name);
  return { status: answer.status, body, header, kept: header('cache-control') };
}

const stable = async () => (JSON.parse((await get('/pointer/prod.json')).body) as ReleasePointer).remotes[remote]?.stable;

/** What the command line would answer with --json, without its start. */
function toldBy<Value>(
  answer: { readonly is: 'told'; readonly value: Value } | { readonly is: 'problem'; readonly message: string },
): Value {
  if (answer.is === 'problem') throw new Error(answer.message);
  return answer.value;
}
const status = async () => toldBy(await operator.call('releasesStatus', {})).remotes[remote];
const lastChange = async () => toldBy(await operator.call('releasesHistory', { remote, limit: 1 }))[0];

test('a release in an object store: served to be kept, shown, and rolled back in the open page without a reload', async ({
  page,
}) => {
  test.skip(store === undefined, 'this machine has no object store');
  const [script] = await Promise.all([page.waitForResponse(/\/remoteEntry\.js$/), open(page, first)]);
  expect(await script.allHeaders()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable, no-transform',
    'access-control-allow-origin': '*',
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    vary: expect.stringMatching(/accept-encoding/i),
  });
  const { entry } = (await stable())!;
  const plain = await get(entry, { 'accept-encoding': 'identity' });
  expect([plain.status, plain.header('content-encoding')]).toEqual([200, null]);
  expect((await get(entry, { 'accept-encoding': 'identity', 'if-none-match': plain.header('etag') ?? '' })).status).toBe(304);

  const pointer = await get('/pointer/prod.json');
  expect([pointer.status, pointer.kept, pointer.header('access-control-allow-origin')]).toEqual([
    200,
    'no-cache, must-revalidate',
    '*',
  ]);
  expect((await get('/pointer/prod.json', { 'if-none-match': pointer.header('etag') ?? '' })).status).toBe(304);
  for (const path of [notThere, `${entry}.map`, '/pointer/log/1.json']) {
    const missing = await get(path);
    expect([path, missing.status, missing.kept]).toEqual([path, 404, 'no-store']);
  }

  await promote(second);
  await expect(heading(page, second)).toBeVisible();
  expect((await get('/pointer/prod.json', { 'if-none-match': pointer.header('etag') ?? '' })).status).toBe(200);
  await release('rollback', remote, '--now', '--reason', 'the store is asked');
  await expect(heading(page, first)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  // What the page runs reaches the operator through the same store.
  await expect.poll(async () => (await status())?.sessions, { timeout: roundLimitMs }).toEqual({ [first]: 1 });
});

test('a fresh stable release fails for five clients: the guard rolls it back in the open page, and leaves the next one alone', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await open(page, first);
  await publish(bad);
  await promote(bad);
  await expect(heading(page, bad)).toBeVisible();

  for (const place of [1, 2, 3, 4, 5])
    clients.push(
      io(server.origin, {
        path: '/socket',
        transports: ['websocket'],
        forceNew: true,
        extraHeaders: { 'x-forwarded-for': `192.0.2.${place}` },
      }),
    );
  const fails = (client: Socket, version: string) =>
    client.emit('release.event', { remote, version, type: 'failed', kind: 'network' });
  clients.forEach((client) => fails(client, bad));
  await expect(heading(page, first)).toBeVisible({ timeout: roundLimitMs });
  expect(await isSameDocument(page)).toBe(true);
  expect(await lastChange()).toMatchObject({
    by: 'guard',
    isSigned: true,
    reason: `${bad} failed for 5 clients while 1 pages loaded it within 5 minutes`,
    changes: [expect.stringContaining(`${bad} -> ${first}`)],
  });
  expect((await status())?.lock).toMatchObject({ by: 'guard' });

  // The next one fails as well, but for four clients, whatever they repeat.
  await promote(second);
  await expect(heading(page, second)).toBeVisible();
  for (const client of clients.slice(0, 4)) for (let times = 0; times < 3; times += 1) fails(client, second);
  const failed = async () =>
    (await status())?.failures.filter(({ version }) => version === second).reduce((sum, minute) => sum + minute.failed, 0);
  await expect.poll(failed, { timeout: roundLimitMs }).toBe(4);
  const seenRounds = await figure('job_rounds_total{job="release-guard",outcome="done"}');
  // The first of the two may have begun before all four were written down.
  await expect
    .poll(() => figure('job_rounds_total{job="release-guard",outcome="done"}'), { timeout: roundLimitMs })
    .toBeGreaterThanOrEqual(seenRounds + 2);
  expect([await lastChange(), await figure('release_guard_actions_total{verb="rollback",outcome="done"}')]).toMatchObject([
    { by: 'ada' },
    1,
  ]);
  await expect(heading(page, second)).toBeVisible();
});

async function figure(name: string): Promise<number> {
  const line = (await get('/metrics')).body.split('\n').find((text) => text.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}

test('the object store is killed, then silent: what was read stays served, pages live on, the tool says so, and the server still stops in order', async ({
  page,
  browser,
}) => {
  test.skip(store === undefined, 'this machine has no object store');
  const live = (await stable())?.version ?? '';
  await open(page, live);
  expect((await get(notThere)).status).toBe(404);
  await store?.kill();

  const unread = await get(notThere);
  expect([unread.status, unread.kept, unread.header('retry-after')]).toEqual([503, 'no-store', '1']);
  const field = page.getByRole('textbox', { name: 'amount' });
  await field.fill('12.5');
  await expect(field).toHaveValue('12.5');
  await page.reload();
  await expect(heading(page, live)).toBeVisible();
  await openAsStranger(browser, live);

  const refused = await run('rollback', remote, '--to', first, '--now', '--json');
  expect([refused.code, JSON.parse(refused.out)]).toEqual([5, expect.objectContaining({ kind: 'unreachable' })]);
  await expect(heading(page, live)).toBeVisible();
  // Told once, not at every look.
  expect(server.log().split('reading the release pointer: failing')).toHaveLength(2);

  // Cut off instead of refused: anyone who asks waits.
  const silent = createServer(() => undefined).listen(Number(new URL(store?.settings['S3_ENDPOINT'] ?? '').port), '127.0.0.1');
  await once(silent, 'connection', { signal: AbortSignal.timeout(roundLimitMs) });
  await openAsStranger(browser, live);
  await server.stop();
  silent.close();
});

/** One that has kept neither a pointer nor a file. */
async function openAsStranger(browser: Browser, version: string): Promise<void> {
  const context = await browser.newContext();
  await open(await context.newPage(), version);
  await context.close();
}
