import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { PresenceReport } from '@tessera/shared/federation';
import type { RemoteChange } from '../change/changeRemote';
import { publishHostBuild } from '../host/publishHost';
import type { ReleaseContext } from '../ReleaseContext';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { canary, halt } from './canary';
import { disable, enable } from './disable';
import { goLive } from './goLive';
import { lock, unlock } from './lock';
import { promote, type PromoteRequest } from './promote';
import { publishBuild } from './publish';
import { rollback } from './rollback';

const one = '1.0.0+00000001';
const two = '1.1.0+00000002';
const three = '1.2.0+00000003';
const market = { channel: 'prod', remote: 'market' } as const;

let release: TemporaryRelease;
let context: ReleaseContext;
const publish = (remote: string, version: string, contract = '^1.0'): Promise<unknown> =>
  publishBuild(context, remote, release.build(remote, version, { contract }), { conformance: 'skip' });
/** The builds of these tests never ran in a browser. */
const promoteUnproven = (request: Omit<PromoteRequest, 'unproven' | 'channel'>): Promise<RemoteChange> =>
  promote(context, { channel: 'prod', ...request, unproven: true });
const live = async (remote = 'market') => (await context.store.readPointer('prod'))?.remotes[remote];
const serial = async () => (await context.store.readPointer('prod'))?.serial;

/** Each of them was stable once; the last one is. */
async function promoted(...versions: readonly string[]): Promise<void> {
  for (const version of versions) {
    await publish('market', version);
    await promoteUnproven({ remote: 'market', version });
  }
}

beforeEach(async () => {
  release = await temporaryRelease();
  context = release.context;
});
afterEach(() => release.remove());

describe('promote', () => {
  test('without a version: the newest published one is live, and its reference is enough to load it', async () => {
    await publish('market', one);
    await publish('market', two);
    expect(await promoteUnproven({ remote: 'market', reason: 'faster charts' })).toMatchObject({
      outcome: 'changed',
      serial: 1,
      reason: 'faster charts',
      change: `stable ${two}`,
      after: { stable: two, previous: null },
    });
    const files = (await context.store.readManifest('market', two)).files;
    expect((await live())?.stable).toEqual({
      version: two,
      entry: `/r/market/${two}/remoteEntry.js`,
      type: 'global',
      global: 'market_00000002',
      integrity: files['remoteEntry.js']?.integrity,
      contract: '^1.0',
      preload: [{ href: `/r/market/${two}/app.js`, integrity: files['app.js']?.integrity }],
    });
  });

  test('with an artifact origin: the addresses lie on it', async () => {
    await publish('market', one);
    await promote({ ...context, artifactOrigin: 'https://assets.example' }, { ...market, unproven: true });
    expect((await live())?.stable).toMatchObject({
      entry: `https://assets.example/r/market/${one}/remoteEntry.js`,
      preload: [{ href: `https://assets.example/r/market/${one}/app.js` }],
    });
  });

  test('each change adds one to the serial and leaves the other remotes alone', async () => {
    await publish('market', one);
    await publish('trade', two);
    const serials = [(await promoteUnproven({ remote: 'market' })).serial, (await promoteUnproven({ remote: 'trade' })).serial];
    expect(serials).toEqual([1, 2]);
    expect([(await live('market'))?.stable.version, (await live('trade'))?.stable.version]).toEqual([one, two]);
  });

  test('what is live already: no change', async () => {
    await promoted(one);
    expect(await promoteUnproven({ remote: 'market' })).toMatchObject({ outcome: 'unchanged', serial: 1 });
  });

  test('running pages follow at the next safe moment, and at once only when asked', async () => {
    await promoted(one);
    expect((await live())?.apply).toBe('next-safe');
    await publish('market', two);
    await promoteUnproven({ remote: 'market', now: true });
    expect((await live())?.apply).toBe('now');
  });

  test('published without its conformance run: refused unless asked for; a proven one needs no asking', async () => {
    await publish('market', one);
    await expect(promote(context, market)).rejects.toThrow(/without its conformance run.*--unproven/);
    expect((await promote(context, { ...market, unproven: true })).warnings).toEqual([expect.stringContaining('is unproven')]);
    const manifest = await context.store.readManifest('market', one);
    const files = new Map([['remoteEntry.js', readFileSync(join(context.dataDir, 'releases/r/market', one, 'remoteEntry.js'))]]);
    const listed = manifest.files['remoteEntry.js'];
    if (listed === undefined) throw new Error('the entry must be listed');
    await context.store.publish(
      { ...manifest, version: two, provenAtMs: 1, preload: [], files: { 'remoteEntry.js': listed } },
      files,
    );
    expect(await promote(context, { ...market, version: two })).toMatchObject({ outcome: 'changed', warnings: [] });
  });
});

test('canary: a share, a ramp, a halt, and promote without a version takes it up only while it runs', async () => {
  await promoted(one);
  await publish('market', two);
  expect(await canary(context, { ...market, percent: 5 })).toMatchObject({
    change: `canary ${two} 5 %`,
    after: { stable: one, canary: { version: two, percent: 5 } },
  });
  expect(await canary(context, { ...market, percent: 30 })).toMatchObject({ change: `canary ${two} 5 % -> 30 %` });
  expect((await live())?.canary?.salt).toBe('market-2');
  expect(await halt(context, market)).toMatchObject({
    change: `canary ${two} halted at 30 %`,
    after: { canary: { isHalted: true } },
  });
  await expect(promoteUnproven({ remote: 'market' })).rejects.toThrow(/is halted/);
  expect(await canary(context, { ...market, percent: 2 })).toMatchObject({ change: `canary ${two} taken up with 2 %` });
  expect(await promoteUnproven({ remote: 'market' })).toMatchObject({
    change: `stable ${one} -> ${two}, canary ${two} ended`,
    after: { stable: two, previous: one, canary: null },
  });
});

describe('rollback', () => {
  test('the release before is live, the bad one is its fallback, the remote is locked, and pages follow at once only when asked', async () => {
    await promoted(one, two);
    expect(await rollback(context, { ...market, reason: 'blank page' })).toMatchObject({
      outcome: 'changed',
      serial: 3,
      change: `stable ${two} -> ${one}, locked (blank page)`,
    });
    expect(await live()).toMatchObject({
      stable: { version: one },
      previous: { version: two },
      apply: 'next-safe',
      lock: { by: 'ada', reason: 'blank page' },
    });
    await rollback(context, { ...market, to: two, now: true });
    expect(await live()).toMatchObject({ stable: { version: two }, apply: 'now' });
  });

  test('the second of two people who roll back the same fault is refused, and the fault does not come back', async () => {
    await promoted(one, two);
    await rollback(context, { ...market, reason: 'blank page' });
    await expect(rollback(await release.another('grace'), { ...market, reason: 'blank page too' })).rejects.toThrow(
      /locked by ada \(blank page\)/,
    );
    expect((await live())?.stable.version).toBe(one);
  });

  test('afterwards promote is refused until it is unlocked', async () => {
    await promoted(one, two);
    await rollback(context, market);
    await publish('market', three);
    await expect(promoteUnproven({ remote: 'market' })).rejects.toThrow(/locked by ada .*--unlock/);
    expect(await promoteUnproven({ remote: 'market', unlock: true })).toMatchObject({
      change: `stable ${one} -> ${three}, unlocked`,
    });
    expect(await live()).toMatchObject({ previous: { version: one }, lock: null });
  });

  test('--to: any published release; the live one, an unknown one or none before is refused', async () => {
    await promoted(one, two, three);
    expect((await rollback(context, { ...market, to: one })).after.stable).toBe(one);
    await expect(rollback(context, { ...market, to: one })).rejects.toThrow(/is live already/);
    await expect(rollback(context, { ...market, to: '9.9.9+00000009' })).rejects.toThrow(/is not published/);
    await publish('trade', one);
    await promoteUnproven({ remote: 'trade' });
    await expect(rollback(context, { channel: 'prod', remote: 'trade' })).rejects.toThrow(/has no release before/);
    await expect(rollback(context, { channel: 'prod', remote: 'assets' })).rejects.toThrow(/never promoted/);
  });
});

test('lock and disable: each is lifted by its own verb only', async () => {
  await promoted(one);
  await lock(context, { ...market, reason: 'audit' });
  await disable(context, { ...market, message: { en: 'Back at ten' } });
  expect(await live()).toMatchObject({ lock: { by: 'ada', reason: 'audit' }, disabled: { message: { en: 'Back at ten' } } });
  expect(await unlock(context, market)).toMatchObject({ change: 'unlocked', after: { disabled: { en: 'Back at ten' } } });
  expect(await enable(context, market)).toMatchObject({ change: 'enabled', after: { lock: null, disabled: null } });
  expect((await enable(context, market)).outcome).toBe('unchanged');
});

test('a dry run checks everything and changes nothing', async () => {
  await promoted(one, two);
  expect(await rollback(context, { ...market, dryRun: true })).toMatchObject({
    outcome: 'would-change',
    serial: 3,
    after: { stable: one },
  });
  await publish('market', three, '^2.0');
  await expect(promoteUnproven({ remote: 'market', dryRun: true })).rejects.toThrow(/needs contract/);
  expect([await serial(), (await live())?.stable.version]).toEqual([2, two]);
});

test('a caller who lets a verb see one serial only: the change is made with a host in place too', async () => {
  await publishHostBuild(context, release.buildHost('1.0.0+aaaaaaaa'));
  await promoted(one, two);
  const readPointer: ReleaseContext['store']['readPointer'] = async (channel) => {
    const pointer = await context.store.readPointer(channel);
    if (pointer?.serial !== 2) throw new Error(`read at serial ${pointer?.serial}`);
    return pointer;
  };
  expect(await rollback({ ...context, store: { ...context.store, readPointer } }, market)).toMatchObject({
    outcome: 'changed',
    serial: 3,
  });
});

test('somebody else changes the pointer between the look and the change: a conflict, and theirs stays', async () => {
  await promoted(one, two);
  const { store } = context;
  const slow: ReleaseContext = {
    ...context,
    store: {
      ...store,
      async verifyRelease(remote, version) {
        await lock(await release.another('grace'), { ...market, reason: 'first' });
        return store.verifyRelease(remote, version);
      },
    },
  };
  await expect(rollback(slow, market)).rejects.toMatchObject({ kind: 'conflict', exitCode: 4 });
  expect(await live()).toMatchObject({ stable: { version: two }, lock: { by: 'grace', reason: 'first' } });
});

describe('the gate', () => {
  const aReport = (hosts: PresenceReport['hosts']): PresenceReport => ({
    schema: 1,
    node: 'a',
    atMs: context.now(),
    hosts,
    remotes: {},
    serials: {},
    failures: [],
  });

  test('a release that the live host cannot load: refused, whatever is insisted on', async () => {
    await publish('market', one, '^2.0');
    await expect(promoteUnproven({ remote: 'market', despiteRunningHosts: true })).rejects.toThrow(
      /needs contract \^2.0, but the live host .* speaks 1\./,
    );
  });

  test('a release that open pages of an older host cannot load: refused with their number, unless insisted on', async () => {
    await publishHostBuild(context, release.buildHost('1.0.0+aaaaaaaa', '1.2.0'));
    await promoted(one);
    await context.store.writePresence(
      aReport({ '0.9.0+bbbbbbbb': { sessions: 12, contract: '1.0.0' }, '1.0.0+aaaaaaaa': { sessions: 3, contract: '1.2.0' } }),
    );
    await publish('market', two, '^1.2');
    for (const attempt of [() => promoteUnproven({ remote: 'market' }), () => canary(context, { ...market, percent: 5 })]) {
      await expect(attempt()).rejects.toThrow(/host 0\.9\.0\+bbbbbbbb, which 12 sessions still run/);
    }
    const done = await promoteUnproven({ remote: 'market', despiteRunningHosts: true });
    expect([done.outcome, done.warnings.length]).toEqual(['changed', 2]);
  });
});

describe('a start with new releases', () => {
  const start = (version: string, isNew: boolean): Promise<string> => goLive(context, { ...market, version, isNew, now: false });

  test('the first goes live, a published one changes nothing, after a rollback a new one waits', async () => {
    await publish('market', one);
    expect(await start(one, true)).toBe('is live now; not yet played in a browser ("publish market" does that)');
    await publish('market', two);
    expect(await start(two, true)).toBe('is live now; not yet played in a browser ("publish market" does that)');
    expect(await start(two, false)).toBe('unchanged');
    await rollback(context, { ...market, reason: 'blank page' });
    expect(await start(two, false)).toBe(`unchanged, live is ${one}`);
    await publish('market', three);
    expect(await start(three, true)).toBe('published, not promoted: locked because blank page');
    expect((await live())?.stable.version).toBe(one);
  });

  test('a canary is under way, or the live host cannot load the new one: it waits, and the start goes on', async () => {
    await promoted(one);
    await publish('market', two);
    await canary(context, { ...market, percent: 5 });
    await publish('market', three, '^2.0');
    expect(await start(three, true)).toBe(`published, not promoted: ${two} is the canary`);
    await publish('trade', three, '^2.0');
    expect(await goLive(context, { channel: 'prod', remote: 'trade', version: three, isNew: true, now: false })).toMatch(
      /^published, not live: .*needs contract/,
    );
  });
});

test.each(['lock', 'unlock', 'halt', 'disable', 'enable', 'rollback', 'promote'] as const)(
  '%s of a name that every object knows: refused, and the pointer stays readable',
  async (verb) => {
    await promoted(one);
    const verbs = { lock, unlock, halt, disable, enable, rollback, promote };
    const request = { channel: 'prod', remote: 'constructor', message: { en: 'Back at ten' } } as const;
    await expect(verbs[verb](context, request)).rejects.toThrow(/constructor (was never promoted|has no published release)/);
    expect(await serial()).toBe(1);
  },
);
