import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freshnessText, readSignatureLines, type PresenceReport } from '@tessera/shared/federation';
import { aPointer, aRelease, aRemotePointer } from '../testing/aRelease';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { createReleaseStore } from './createReleaseStore';
import { DirectoryBucket } from './DirectoryBucket';
import type { ReleaseStore } from './ReleaseStore';

const one = '1.0.0+00000001';
const two = '1.1.0+00000002';

let release: TemporaryRelease;
let store: ReleaseStore;
const inStore = (...path: string[]): string => join(release.context.dataDir, 'releases', ...path);
const publish = (version: string, change?: Parameters<typeof aRelease>[2]) => {
  const { manifest, files } = aRelease('market', version, change);
  return store.publish(manifest, files);
};
const anew = async (): Promise<ReleaseStore> => (await release.another('grace')).store;

beforeEach(async () => {
  release = await temporaryRelease();
  store = release.context.store;
});
afterEach(() => release.remove());

describe('releases', () => {
  test('the same content twice: the second publish changes nothing, whenever it was built', async () => {
    expect(await publish(one)).toBe('published');
    expect(await publish(one, { builtAtMs: 1_700_000_099_000 })).toBe('already-published');
    expect((await store.readManifest('market', one)).builtAtMs).toBe(1_700_000_000_000);
  });

  test('other content under a published version: refused, and the first content stays', async () => {
    await publish(one);
    await expect(publish(one, { source: 'window.market = "somebody else";' })).rejects.toThrow(/never overwritten/);
    expect(readFileSync(inStore('r/market', one, 'remoteEntry.js'), 'utf8')).toContain(one);
  });

  test('two publish the same version at once: one release, whole, and one of them published it', async () => {
    const outcomes = await Promise.all([publish(one), publish(one)]);
    expect([...outcomes].sort()).toEqual(['already-published', 'published']);
    await store.verifyRelease('market', one);
  });

  test('two publish other content under one version at once: one wins, and what is there is whole', async () => {
    const outcomes = await Promise.allSettled([publish(one), publish(one, { source: 'window.market = "somebody else";' })]);
    expect(outcomes.map(({ status }) => status).filter((status) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    if (await store.hasRelease('market', one)) await store.verifyRelease('market', one);
  });

  test('published unproven, it is proven later: once, without a change of what is released', async () => {
    await publish(one, { provenAtMs: null });
    await publish(two, { provenAtMs: 1_700_000_000_500 });
    await store.prove('market', one, 1_700_000_001_000);
    for (const version of [one, two]) await store.prove('market', version, 1_700_000_002_000);
    const found = await (await anew()).listReleases('market');
    expect(Object.fromEntries(found.map(({ version, provenAtMs }) => [version, provenAtMs]))).toEqual({
      [one]: 1_700_000_001_000,
      [two]: 1_700_000_000_500,
    });
    expect((await store.verifyRelease('market', one)).provenAtMs).toBe(1_700_000_001_000);
    await expect(store.prove('market', '9.9.9+99999999', 0)).rejects.toThrow(/not published/);
  });

  describe('a writer died before release.json', () => {
    const leave = (path: string, content: string | Uint8Array): void => {
      mkdirSync(dirname(inStore('r/market', one, path)), { recursive: true });
      writeFileSync(inStore('r/market', one, path), content);
    };
    const { files } = aRelease('market', one);

    test('its folder is no release, and the same publish completes it', async () => {
      leave('app.js', files.get('app.js') ?? '');
      expect([await store.hasRelease('market', one), await store.listReleases('market'), await store.listRemotes()]).toEqual([
        false,
        [],
        [],
      ]);
      expect(await store.listUnfinished()).toEqual([{ remote: 'market', version: one }]);
      expect(await publish(one)).toBe('published');
      await store.verifyRelease('market', one);
      expect(await store.listUnfinished()).toEqual([]);
    });

    test.each([
      ['app.js', /never overwritten/],
      ['chunks/of-another-build.js', /unfinished publish of other content left chunks\/of-another-build\.js/],
    ])('it left other bytes in %s: refused until the folder is removed', async (path, message) => {
      leave(path, 'something else');
      await expect(publish(one)).rejects.toThrow(message);
      expect(await store.hasRelease('market', one)).toBe(false);
      await store.removeRelease('market', one);
      expect(await publish(one)).toBe('published');
    });
  });

  test('a removed release is gone with all its files, the others stay', async () => {
    await publish(one);
    await publish(two, { builtAtMs: 1_700_000_007_000 });
    expect((await store.listReleases('market')).map(({ version }) => version)).toEqual([two, one]);
    await store.removeRelease('market', two);
    expect((await store.listReleases('market')).map(({ version }) => version)).toEqual([one]);
    await expect(store.verifyRelease('market', two)).rejects.toThrow(/is not published/);
  });

  test.each([
    ['changed', (path: string) => writeFileSync(path, 'window.market = "tampered";'), /was changed/],
    ['missing', (path: string) => rmSync(path), /is missing/],
    ['unlisted', (path: string) => writeFileSync(join(path, '../extra.js'), '1'), /extra.js is not part of the release/],
  ])('a file is %s: the release is refused', async (_, harm, message) => {
    await publish(one);
    const path = inStore('r/market', one, 'remoteEntry.js');
    chmodSync(path, 0o600);
    harm(path);
    await expect(store.verifyRelease('market', one)).rejects.toThrow(message);
  });

  test.each([
    ['../keys', one],
    ['market', '../../../keys'],
    ['market', '1.0.0'],
  ])('"%s %s" names no release: not understood', async (remote, version) => {
    await expect(store.readManifest(remote, version)).rejects.toMatchObject({ kind: 'usage' });
  });
});

describe('pointer', () => {
  const first = aPointer(1, { remotes: { market: aRemotePointer('market', one) } });
  const second = aPointer(2, { remotes: { market: aRemotePointer('market', two) } });
  const copy = (): string => inStore('pointer/prod.json');
  const change = (serial: number): string => inStore(`pointer/log/${serial}.json`);

  beforeEach(() => store.swapPointer('prod', first));

  test('a change of somebody else is found by several readers at once: none goes past it', async () => {
    await store.readPointer('prod');
    await (await anew()).swapPointer('prod', second);
    await Promise.all([store.readPointer('prod'), store.readPointer('prod'), store.readLog(1)]);
    expect((await store.readPointer('prod'))?.serial).toBe(second.serial);
  });

  test('a pointer that nobody could read is not written', async () => {
    const broken = { ...second, remotes: { market: { lock: null } } } as unknown as typeof second;
    await expect(store.swapPointer('prod', broken)).rejects.toThrow();
    expect((await store.readPointer('prod'))?.serial).toBe(1);
  });

  test('two writers start from the same serial: one wins, the other is told so, and the log holds one change', async () => {
    await (await anew()).swapPointer('prod', { ...second, by: 'grace' });
    await expect(store.swapPointer('prod', second)).rejects.toThrow(
      /somebody else changed the pointer first \(serial 2 is taken\)/,
    );
    expect((await store.readPointer('prod'))?.by).toBe('grace');
    expect((await store.readLog(9)).map(({ pointer, isSigned }) => [pointer.serial, pointer.by, isSigned])).toEqual([
      [2, 'grace', true],
      [1, 'ada', true],
    ]);
  });

  test('the answer to taking the serial is lost, and the repeated request finds it taken: it was its own, so it won', async () => {
    class LosingBucket extends DirectoryBucket {
      override async create(key: string, bytes: Uint8Array) {
        await super.create(key, bytes);
        return super.create(key, bytes);
      }
    }
    const losing = new LosingBucket(inStore());
    await createReleaseStore(losing, release.context.keys).swapPointer('prod', second);
    expect((await store.readPointer('prod'))?.serial).toBe(2);
  });

  test('the keys are rotated while a change is on its way: it is signed anew, so that hosts of the new pair accept it', async () => {
    const { keys } = release.context;
    class SlowBucket extends DirectoryBucket {
      override create(key: string, bytes: Uint8Array) {
        if (key.endsWith('/2.json')) keys.rotate();
        return super.create(key, bytes);
      }
    }
    const slow = new SlowBucket(inStore());
    await createReleaseStore(slow, keys).swapPointer('prod', second);
    expect(await store.readPointer('prod')).toMatchObject({ serial: 3, reason: second.reason, remotes: second.remotes });
  });

  test('a serial that skips or repeats is refused', async () => {
    for (const serial of [0, 1, 3])
      await expect(store.swapPointer('prod', { ...first, serial })).rejects.toMatchObject({ kind: 'conflict' });
  });

  test.each([
    [
      'taking the serial',
      (before: { copy: string; signatures: string }) => [
        writeFileSync(copy(), before.copy),
        writeFileSync(`${copy()}.sig`, before.signatures),
      ],
    ],
    ['the signature file', (before: { copy: string }) => writeFileSync(copy(), before.copy)],
    [
      'writing an older signature file late',
      (before: { signatures: string }) => writeFileSync(`${copy()}.sig`, before.signatures),
    ],
  ])('the writer dies after %s: the next reader finishes the change', async (_, harm) => {
    const before = { copy: readFileSync(copy(), 'utf8'), signatures: readFileSync(`${copy()}.sig`, 'utf8') };
    await store.swapPointer('prod', second);
    const after = { copy: readFileSync(copy(), 'utf8'), signatures: readFileSync(`${copy()}.sig`, 'utf8') };
    for (const path of [copy(), `${copy()}.sig`]) chmodSync(path, 0o600);
    harm(before);
    expect((await (await anew()).readPointer('prod'))?.serial).toBe(2);
    // A word on how long it counts as live is signed again each time, and no two signatures are alike.
    const lasting = (text: string) => readSignatureLines(text).signatures;
    expect(readFileSync(copy(), 'utf8')).toBe(after.copy);
    expect(lasting(readFileSync(`${copy()}.sig`, 'utf8'))).toEqual(lasting(after.signatures));
  });

  test('beside the signatures it says, by each key, that the newest body is live for a week', async () => {
    const { keys } = release.context;
    const { freshness } = readSignatureLines(readFileSync(`${copy()}.sig`, 'utf8'));
    const body = readFileSync(copy(), 'utf8');
    const weekMs = 604_800_000;
    const daysLeft = freshness.map(({ untilMs }) => Math.round(((untilMs - release.context.now()) / weekMs) * 7));
    expect(daysLeft).toEqual([7, 7]);
    expect(freshness.every(({ untilMs, signature }) => keys.isSignedBy(freshnessText('prod', untilMs, body), signature))).toBe(
      true,
    );
  });

  test('the signature file vouches for the newest body and for the one before', async () => {
    const before = readFileSync(copy(), 'utf8');
    await store.swapPointer('prod', second);
    const lines = readFileSync(`${copy()}.sig`, 'utf8').trim().split('\n');
    const isVouched = (body: string): boolean => lines.some((line) => release.context.keys.isSignedBy(body, line));
    expect([before, readFileSync(copy(), 'utf8')].map(isVouched)).toEqual([true, true]);
    expect(isVouched(before.replace(one, two))).toBe(false);
  });

  test('a change that the keys did not sign: refused, and the log says so', async () => {
    const { body, signature } = JSON.parse(readFileSync(change(1), 'utf8'));
    chmodSync(change(1), 0o600);
    writeFileSync(change(1), JSON.stringify({ body: body.replace('next-safe', 'now'), signature }));
    await expect(store.readPointer('prod')).rejects.toThrow(/not signed/);
    expect((await store.readLog(1)).map(({ isSigned }) => isSigned)).toEqual([false]);
  });

  test('an old change is put under a new number: refused, although its signature is right', async () => {
    await store.swapPointer('prod', second);
    writeFileSync(change(3), readFileSync(change(1)));
    await expect((await anew()).readPointer('prod')).rejects.toThrow(/change 3 .* not signed/);
    expect((await store.readLog(3)).map(({ isSigned }) => isSigned)).toEqual([false, true, true]);
  });
});

test('presence of each server is replaced by itself and read by all', async () => {
  const report: Omit<PresenceReport, 'node'> = {
    schema: 1,
    atMs: 1_700_000_000_000,
    hosts: {},
    remotes: { market: { [one]: 4 } },
    serials: {},
    failures: [],
  };
  for (const node of ['a', 'b']) await store.writePresence({ ...report, node });
  await store.writePresence({ ...report, node: 'a', atMs: 1_700_000_005_000 });
  expect((await (await anew()).readPresence()).reports.map(({ node, atMs }) => [node, atMs]).sort()).toEqual([
    ['a', 1_700_000_005_000],
    ['b', 1_700_000_000_000],
  ]);
});

test('presence that is not understood is named and hides no other', async () => {
  await store.writePresence({ schema: 1, node: 'a', atMs: 1_700_000_000_000, hosts: {}, remotes: {}, serials: {}, failures: [] });
  writeFileSync(inStore('presence/torn.json'), '{"schema":1,"node":');
  writeFileSync(inStore('presence/newer.json'), '{"schema":2,"node":"newer"}');
  const { reports, unreadable } = await store.readPresence();
  expect([reports.map(({ node }) => node), [...unreadable].sort()]).toEqual([
    ['a'],
    ['presence/newer.json', 'presence/torn.json'],
  ]);
});

test('a release whose release.json is not understood: asked for by name it is refused, and it hides no other', async () => {
  await publish(one);
  await publish(two);
  writeFileSync(inStore('r/market', one, 'release.json'), '{"schema":1,');
  expect((await store.listReleases('market')).map(({ version }) => version)).toEqual([two]);
  await expect(store.readManifest('market', one)).rejects.toThrow(/release\.json .* is damaged/);
});
