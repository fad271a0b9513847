import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { goLive } from './goLive';
import { promote } from './promote';
import { publishBuild } from './publish';
import { rollback } from './rollback';
import { status, statusText } from './status';

const one = '1.0.0+00000001';
const two = '1.1.0+00000002';
const three = '1.2.0+00000003';

let release: TemporaryRelease;
const publish = (remote: string, version: string, contract = '^1.0'): Promise<unknown> =>
  publishBuild(release.context, remote, release.build(remote, version, { contract }));
const live = async (remote = 'market') => (await release.context.store.readPointer('prod'))?.remotes[remote];

beforeEach(async () => {
  release = await temporaryRelease();
});
afterEach(() => release.remove());

test('promote without a version: the newest published one is live, and its reference is enough to load it', async () => {
  await publish('market', one);
  await publish('market', two);
  expect(await promote(release.context, { channel: 'prod', remote: 'market' })).toMatchObject({ version: two, outcome: 'promoted', serial: 1 });
  const files = (await release.context.store.readManifest('market', two)).files;
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

test('each change adds one to the serial and leaves the other remotes alone', async () => {
  await publish('market', one);
  await publish('trade', two);
  const serials = [
    (await promote(release.context, { channel: 'prod', remote: 'market' })).serial,
    (await promote(release.context, { channel: 'prod', remote: 'trade' })).serial,
  ];
  expect(serials).toEqual([1, 2]);
  expect([(await live('market'))?.stable.version, (await live('trade'))?.stable.version]).toEqual([one, two]);
});

test('promote what is live already: no change', async () => {
  await publish('market', one);
  await promote(release.context, { channel: 'prod', remote: 'market' });
  expect(await promote(release.context, { channel: 'prod', remote: 'market' })).toMatchObject({ outcome: 'already-live', serial: 1 });
});

test('a release that needs a contract the host does not speak: refused', async () => {
  await publish('market', one, '^2.0');
  await expect(promote(release.context, { channel: 'prod', remote: 'market' })).rejects.toThrow(/needs contract \^2.0, but the live host speaks 1\./);
});

test('rollback: the release before is live at once, the bad one is its fallback, and the remote is locked', async () => {
  await publish('market', one);
  await promote(release.context, { channel: 'prod', remote: 'market' });
  await publish('market', two);
  await promote(release.context, { channel: 'prod', remote: 'market' });
  expect(await rollback(release.context, { channel: 'prod', remote: 'market', reason: 'blank page' })).toEqual({ from: two, to: one, serial: 3 });
  expect(await live()).toMatchObject({ stable: { version: one }, previous: { version: two }, apply: 'now', lock: { by: 'ada', reason: 'blank page' } });
});

test('promote after a rollback: refused until it is unlocked', async () => {
  for (const version of [one, two]) {
    await publish('market', version);
    await promote(release.context, { channel: 'prod', remote: 'market', version });
  }
  await rollback(release.context, { channel: 'prod', remote: 'market' });
  await publish('market', three);
  await expect(promote(release.context, { channel: 'prod', remote: 'market' })).rejects.toThrow(/locked by ada .*--unlock/);
  expect(await promote(release.context, { channel: 'prod', remote: 'market', unlocks: true })).toMatchObject({ version: three, outcome: 'promoted' });
  expect(await live()).toMatchObject({ previous: { version: one }, lock: null });
});

test('rollback --to: any published release; the live one, an unknown one or none before is refused', async () => {
  for (const version of [one, two, three]) {
    await publish('market', version);
    await promote(release.context, { channel: 'prod', remote: 'market', version });
  }
  expect((await rollback(release.context, { channel: 'prod', remote: 'market', to: one })).to).toBe(one);
  await expect(rollback(release.context, { channel: 'prod', remote: 'market', to: one })).rejects.toThrow(/is live already/);
  await expect(rollback(release.context, { channel: 'prod', remote: 'market', to: '9.9.9+00000009' })).rejects.toThrow(/is not published/);
  await publish('trade', one);
  await promote(release.context, { channel: 'prod', remote: 'trade' });
  await expect(rollback(release.context, { channel: 'prod', remote: 'trade' })).rejects.toThrow(/has no release before/);
  await expect(rollback(release.context, { channel: 'prod', remote: 'assets' })).rejects.toThrow(/never promoted/);
});

test('status names what is live, the fallback, the lock and everything published, newest first', async () => {
  for (const version of [one, two]) {
    await publish('market', version);
    await promote(release.context, { channel: 'prod', remote: 'market', version });
  }
  await rollback(release.context, { channel: 'prod', remote: 'market', reason: 'blank page' });
  const found = await status(release.context, 'prod');
  expect(found.remotes['market']).toEqual({ stable: one, previous: two, apply: 'now', lockedBecause: 'blank page', published: [two, one] });
  expect(found.remotes['trade']).toMatchObject({ stable: null, published: [] });
  expect(statusText(found)).toContain('locked: blank page');
});

test('a start with new releases: the first goes live, a published one changes nothing, after a rollback a new one waits', async () => {
  const start = (version: string, isNew: boolean): Promise<string> => goLive(release.context, { channel: 'prod', remote: 'market', version, isNew, isUrgent: false });
  await publish('market', one);
  expect(await start(one, true)).toBe('is live now');
  await publish('market', two);
  expect(await start(two, true)).toBe('is live now');
  expect(await start(two, false)).toBe('unchanged');
  await rollback(release.context, { channel: 'prod', remote: 'market', reason: 'blank page' });
  expect(await start(two, false)).toBe(`unchanged, live is ${one}`);
  await publish('market', three);
  expect(await start(three, true)).toBe('published, not promoted: locked because blank page');
  expect((await live())?.stable.version).toBe(one);
});
