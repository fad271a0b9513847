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
const publish = (remote: string, version: string, contract = '^1.0'): unknown =>
  publishBuild(release.context, remote, release.build(remote, version, { contract }));
const live = (remote = 'market') => release.context.store.readPointer('prod')?.remotes[remote];

beforeEach(() => {
  release = temporaryRelease();
});
afterEach(() => release.remove());

test('promote without a version: the newest published one is live, and its reference is enough to load it', () => {
  publish('market', one);
  publish('market', two);
  expect(promote(release.context, { channel: 'prod', remote: 'market' })).toMatchObject({ version: two, outcome: 'promoted', serial: 1 });
  const files = release.context.store.readManifest('market', two).files;
  expect(live()?.stable).toEqual({
    version: two,
    entry: `/r/market/${two}/remoteEntry.js`,
    type: 'global',
    global: 'market_00000002',
    integrity: files['remoteEntry.js']?.integrity,
    contract: '^1.0',
    preload: [{ href: `/r/market/${two}/app.js`, integrity: files['app.js']?.integrity }],
  });
});

test('each change adds one to the serial and leaves the other remotes alone', () => {
  publish('market', one);
  publish('trade', two);
  const serials = [
    promote(release.context, { channel: 'prod', remote: 'market' }).serial,
    promote(release.context, { channel: 'prod', remote: 'trade' }).serial,
  ];
  expect(serials).toEqual([1, 2]);
  expect([live('market')?.stable.version, live('trade')?.stable.version]).toEqual([one, two]);
});

test('promote what is live already: no change', () => {
  publish('market', one);
  promote(release.context, { channel: 'prod', remote: 'market' });
  expect(promote(release.context, { channel: 'prod', remote: 'market' })).toMatchObject({ outcome: 'already-live', serial: 1 });
});

test('a release that needs a contract the host does not speak: refused', () => {
  publish('market', one, '^2.0');
  expect(() => promote(release.context, { channel: 'prod', remote: 'market' })).toThrow(/needs contract \^2.0, but the live host speaks 1\./);
});

test('rollback: the release before is live at once, the bad one is its fallback, and the remote is locked', () => {
  publish('market', one);
  promote(release.context, { channel: 'prod', remote: 'market' });
  publish('market', two);
  promote(release.context, { channel: 'prod', remote: 'market' });
  expect(rollback(release.context, { channel: 'prod', remote: 'market', reason: 'blank page' })).toEqual({ from: two, to: one, serial: 3 });
  expect(live()).toMatchObject({ stable: { version: one }, previous: { version: two }, apply: 'now', lock: { by: 'ada', reason: 'blank page' } });
});

test('promote after a rollback: refused until it is unlocked', () => {
  for (const version of [one, two]) {
    publish('market', version);
    promote(release.context, { channel: 'prod', remote: 'market', version });
  }
  rollback(release.context, { channel: 'prod', remote: 'market' });
  publish('market', three);
  expect(() => promote(release.context, { channel: 'prod', remote: 'market' })).toThrow(/locked by ada .*--unlock/);
  expect(promote(release.context, { channel: 'prod', remote: 'market', unlocks: true })).toMatchObject({ version: three, outcome: 'promoted' });
  expect(live()).toMatchObject({ previous: { version: one }, lock: null });
});

test('rollback --to: any published release; the live one, an unknown one or none before is refused', () => {
  for (const version of [one, two, three]) {
    publish('market', version);
    promote(release.context, { channel: 'prod', remote: 'market', version });
  }
  expect(rollback(release.context, { channel: 'prod', remote: 'market', to: one }).to).toBe(one);
  expect(() => rollback(release.context, { channel: 'prod', remote: 'market', to: one })).toThrow(/is live already/);
  expect(() => rollback(release.context, { channel: 'prod', remote: 'market', to: '9.9.9+00000009' })).toThrow(/is not published/);
  publish('trade', one);
  promote(release.context, { channel: 'prod', remote: 'trade' });
  expect(() => rollback(release.context, { channel: 'prod', remote: 'trade' })).toThrow(/has no release before/);
  expect(() => rollback(release.context, { channel: 'prod', remote: 'assets' })).toThrow(/never promoted/);
});

test('status names what is live, the fallback, the lock and everything published, newest first', () => {
  for (const version of [one, two]) {
    publish('market', version);
    promote(release.context, { channel: 'prod', remote: 'market', version });
  }
  rollback(release.context, { channel: 'prod', remote: 'market', reason: 'blank page' });
  const found = status(release.context, 'prod');
  expect(found.remotes['market']).toEqual({ stable: one, previous: two, apply: 'now', lockedBecause: 'blank page', published: [two, one] });
  expect(found.remotes['trade']).toMatchObject({ stable: null, published: [] });
  expect(statusText(found)).toContain('locked: blank page');
});

test('a start with new releases: the first goes live, a published one changes nothing, after a rollback a new one waits', () => {
  const start = (version: string, isNew: boolean): string => goLive(release.context, { channel: 'prod', remote: 'market', version, isNew, isUrgent: false });
  publish('market', one);
  expect(start(one, true)).toBe('is live now');
  publish('market', two);
  expect(start(two, true)).toBe('is live now');
  expect(start(two, false)).toBe('unchanged');
  rollback(release.context, { channel: 'prod', remote: 'market', reason: 'blank page' });
  expect(start(two, false)).toBe(`unchanged, live is ${one}`);
  publish('market', three);
  expect(start(three, true)).toBe('published, not promoted: locked because blank page');
  expect(live()?.stable.version).toBe(one);
});
