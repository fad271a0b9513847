/** Guards of two servers on one true store in a directory: the compare-and-swap lets one of them act. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canary, lock, openContext, promote, type ReleaseContext } from '@tessera/release';
import { createTestClock, type TestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { createGuard } from './Guard';
import type { GuardMode } from './guardDecision';
import { createReleaseVerbs } from './releaseVerbs';

const [one, two, three] = ['1.0.0+0000000a', '1.1.0+0000000b', '1.2.0+0000000c'] as const;
const market = { channel: 'prod', remote: 'market' } as const;

let dataDir: string;
let clock: TestClock;
let context: ReleaseContext;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-guard-'));
  clock = createTestClock(1_800_000_000_000);
  context = await openContext({ root: dataDir, dataDir, by: 'ada', now: () => clock.now(), say: () => undefined });
  for (const version of [one, two, three]) await publish(version);
  await promote(context, { ...market, version: one });
  await promote(context, { ...market, version: two });
});
afterEach(() => rm(dataDir, { recursive: true }));

async function publish(version: string, remote = 'market'): Promise<void> {
  const entry = Buffer.from(`entry('${version}')`);
  const integrity = `sha384-${createHash('sha384').update(entry).digest('base64')}`;
  const manifest = {
    schema: 1 as const,
    remote,
    version,
    builtAtMs: clock.now(),
    bundler: 'test',
    entry: 'remoteEntry.js',
    type: 'global' as const,
    global: `${remote}_${version.slice(-8)}`,
    contract: '^1.0',
    preload: [],
    provenAtMs: clock.now(),
    files: { 'remoteEntry.js': { integrity, bytes: entry.length } },
  };
  await context.store.publish(manifest, new Map([['remoteEntry.js', entry]]));
}

const aGuard = (mode: GuardMode) =>
  createGuard({
    mode,
    clock,
    store: context.store,
    act: createReleaseVerbs(context).guard,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    outage: { failed: () => undefined, ended: () => undefined },
  });
const fails = (node: string, version: string, failed: number, remote = 'market') =>
  context.store.writePresence({
    schema: 1,
    node,
    atMs: clock.now(),
    hosts: {},
    remotes: {},
    serials: {},
    failures: [{ minuteMs: clock.now(), remote, version, loaded: 6, failed, kinds: { network: failed } }],
  });
const live = async () => (await context.store.readPointer('prod'))?.remotes['market'];
const changes = async () => (await context.store.readLog(9)).map(({ pointer }) => [pointer.serial, pointer.by]).slice(0, -2);
const round = (...modes: GuardMode[]) => Promise.all(modes.map((mode) => aGuard(mode).run(new AbortController().signal)));

test('a canary fails on pages of two servers: halted once, signed, by the guard, with the figures', async () => {
  await canary(context, { ...market, version: three, percent: 10 });
  await fails('a', three, 3);
  await round('halt');
  expect((await live())?.canary?.frozen).toBe(false);
  await fails('b', three, 2);
  await round('halt', 'halt', 'halt');
  await round('halt');
  expect((await live())?.canary).toMatchObject({ release: { version: three }, frozen: true });
  expect(await changes()).toEqual([
    [4, 'guard'],
    [3, 'ada'],
  ]);
  expect((await context.store.readLog(1))[0]).toMatchObject({
    isSigned: true,
    pointer: { reason: `canary ${three} failed for 5 clients while 12 pages loaded it within 5 minutes` },
  });
});

test('two remotes fail at once: both are halted in one round', async () => {
  const trade = { channel: 'prod', remote: 'trade' } as const;
  for (const version of [one, three]) await publish(version, 'trade');
  await promote(context, { ...trade, version: one });
  for (const remote of [market, trade]) await canary(context, { ...remote, version: three, percent: 10 });
  await fails('a', three, 5);
  await fails('b', three, 5, 'trade');
  await round('halt');
  const remotes = (await context.store.readPointer('prod'))?.remotes;
  expect([remotes?.['market']?.canary?.frozen, remotes?.['trade']?.canary?.frozen]).toEqual([true, true]);
});

test('a fresh stable release fails: with rollback the one before is live and locked, with halt it stays', async () => {
  await fails('a', two, 5);
  await round('halt');
  expect((await live())?.stable.version).toBe(two);
  await round('rollback', 'rollback');
  expect(await live()).toMatchObject({ stable: { version: one }, lock: { by: 'guard' }, apply: 'now' });
  await round('rollback');
  expect(await changes()).toEqual([[3, 'guard']]);
});

test('locked by a person: the guard leaves the stable release alone', async () => {
  await lock(context, { ...market, reason: 'watching it' });
  await fails('a', two, 5);
  await round('rollback');
  expect((await live())?.stable.version).toBe(two);
});

test('the pointer moved after it was judged: the action is for the old one and is not carried out', async () => {
  await canary(context, { ...market, version: three, percent: 10 });
  const stale = { verb: 'halt', remote: 'market', version: three, serial: 2, reason: 'test' } as const;
  await expect(createReleaseVerbs(context).guard(stale)).rejects.toMatchObject({ kind: 'conflict' });
  expect((await live())?.canary?.frozen).toBe(false);
});
