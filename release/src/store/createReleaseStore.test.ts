import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promote } from '../commands/promote';
import { publishBuild } from '../commands/publish';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { parseChannel } from './Channel';

const one = '1.0.0+00000001';
const two = '1.1.0+00000002';

let release: TemporaryRelease;
const inData = (...path: string[]): string => join(release.context.dataDir, ...path);

beforeEach(async () => {
  release = await temporaryRelease();
});
afterEach(() => release.remove());

describe('releases', () => {
  test('the same content twice: the second publish changes nothing', async () => {
    const folder = release.build('market', one);
    expect((await publishBuild(release.context, 'market', folder)).outcome).toBe('published');
    expect((await publishBuild(release.context, 'market', folder)).outcome).toBe('already-published');
  });

  test('other content under a published version: refused, and the first content stays', async () => {
    await publishBuild(release.context, 'market', release.build('market', one));
    const other = release.build('market', one, { source: 'window.market = "somebody else";' });
    await expect(publishBuild(release.context, 'market', other)).rejects.toThrow(/never overwritten/);
    expect(readFileSync(inData('releases/r/market', one, 'remoteEntry.js'), 'utf8')).toContain(one);
  });

  test('text files of some size lie beside their brotli form, and both are in the manifest', async () => {
    await publishBuild(release.context, 'market', release.build('market', one));
    const { files } = await release.context.store.readManifest('market', one);
    expect(Object.keys(files)).toEqual(['app.js', 'app.js.br', 'remoteEntry.js']);
  });

  test.each([
    ['changed', (path: string) => writeFileSync(path, 'window.market = "tampered";'), /was changed/],
    ['missing', (path: string) => rmSync(path), /is missing/],
    ['unlisted', (path: string) => writeFileSync(join(path, '../extra.js'), '1'), /extra.js is not part of the release/],
  ])('a file is %s: the release is refused', async (_, harm, message) => {
    await publishBuild(release.context, 'market', release.build('market', one));
    const path = inData('releases/r/market', one, 'remoteEntry.js');
    chmodSync(path, 0o600);
    harm(path);
    await expect(release.context.store.verifyRelease('market', one)).rejects.toThrow(message);
    await expect(promote(release.context, { channel: 'prod', remote: 'market' })).rejects.toThrow(message);
    expect(await release.context.store.readPointer('prod')).toBeUndefined();
  });
});

describe('pointer', () => {
  beforeEach(async () => {
    await publishBuild(release.context, 'market', release.build('market', one));
    await publishBuild(release.context, 'market', release.build('market', two));
    await promote(release.context, { channel: 'prod', remote: 'market', version: one, unproven: true });
  });

  test('two writers start from the same serial: one wins, the other is told so, and the log holds one change', async () => {
    const other = await release.another('grace');
    const seen = await release.context.store.readPointer('prod');
    if (seen === undefined) throw new Error('the pointer must exist');
    const next = { ...seen, serial: seen.serial + 1 };
    await other.store.swapPointer('prod', { ...next, by: 'grace' });
    await expect(release.context.store.swapPointer('prod', { ...next, by: 'ada' })).rejects.toThrow(/somebody else changed the pointer first \(serial 2 is taken\)/);
    expect((await release.context.store.readPointer('prod'))?.by).toBe('grace');
    expect(existsSync(inData('releases/pointer/log/3.json'))).toBe(false);
  });

  test('a serial that skips or repeats is refused', async () => {
    const seen = await release.context.store.readPointer('prod');
    if (seen === undefined) throw new Error('the pointer must exist');
    for (const serial of [0, 1, 3]) await expect(release.context.store.swapPointer('prod', { ...seen, serial })).rejects.toThrow(/somebody else/);
  });

  test('the writer dies after taking the serial: the next reader finishes the change', async () => {
    const pointer = inData('releases/pointer/prod.json');
    const before = readFileSync(pointer, 'utf8');
    await promote(release.context, { channel: 'prod', remote: 'market', version: two, unproven: true });
    writeFileSync(pointer, before);
    expect((await (await release.another('grace')).store.readPointer('prod'))?.serial).toBe(2);
    expect(JSON.parse(readFileSync(pointer, 'utf8')).serial).toBe(2);
  });

  test('the signature file vouches for the newest body and for the one before', async () => {
    const pointer = inData('releases/pointer/prod.json');
    const before = readFileSync(pointer, 'utf8');
    await promote(release.context, { channel: 'prod', remote: 'market', version: two, unproven: true });
    const lines = readFileSync(`${pointer}.sig`, 'utf8').trim().split('\n');
    const isVouched = (body: string): boolean => lines.some((line) => release.context.keys.isSignedBy(body, line));
    expect([before, readFileSync(pointer, 'utf8')].map(isVouched)).toEqual([true, true]);
    expect(isVouched(before.replace(one, two))).toBe(false);
  });

  test('a change that the keys did not sign: refused', async () => {
    const path = inData('releases/pointer/log/1.json');
    const change = JSON.parse(readFileSync(path, 'utf8'));
    chmodSync(path, 0o600);
    writeFileSync(path, JSON.stringify({ ...change, body: change.body.replace('next-safe', 'now') }));
    await expect(release.context.store.readPointer('prod')).rejects.toThrow(/not signed/);
  });
});

test('a misspelt channel: an error, never a new channel', () => {
  expect(() => parseChannel('prdo')).toThrow(/unknown channel "prdo"; known: prod/);
});

test('private keys are readable by their owner only, and a second opening takes the same keys', async () => {
  const paths = ['release-current.pem', 'release-next.pem'].map((name) => inData('keys', name));
  expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
  expect((await release.another('grace')).keys.trusted).toEqual(release.context.keys.trusted);
  expect(new Set(release.context.keys.trusted).size).toBe(2);
});
