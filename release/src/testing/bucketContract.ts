/** What every bucket must do, whatever it lies in: run by the tests of each implementation. */
import { beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReleaseProblem } from '../ReleaseProblem';
import { openSigningKeys } from '../signing/SigningKeys';
import type { Bucket } from '../store/Bucket';
import { createReleaseStore } from '../store/createReleaseStore';
import { aPointer } from './aRelease';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const textOf = (found: Uint8Array | undefined): string | undefined =>
  found === undefined ? undefined : Buffer.from(found).toString('utf8');

/** `open` answers an empty bucket; `pageSize` is the number of keys that one answer of a list holds at most. */
export function bucketContract(open: () => Promise<Bucket>, pageSize: number): void {
  let bucket: Bucket;
  beforeEach(async () => {
    bucket = await open();
  });

  test('8 writers create one key at once: one creates it, and its bytes stay', async () => {
    for (const key of ['pointer/log/1.json', 'pointer/log/2.json', 'pointer/log/3.json']) {
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, writer) => bucket.create(key, bytes(`writer ${writer}`))));
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
      expect(textOf(await bucket.read(key))).toBe(`writer ${outcomes.indexOf('created')}`);
    }
  });

  test('replace writes over what is there, and a create after it finds it', async () => {
    await bucket.replace('pointer/prod.json', bytes('first'));
    await bucket.replace('pointer/prod.json', bytes('second'));
    expect(await bucket.create('pointer/prod.json', bytes('third'))).toBe('exists');
    expect(textOf(await bucket.read('pointer/prod.json'))).toBe('second');
  });

  test('a missing key and a folder read as undefined, and removing what is missing is no fault', async () => {
    await bucket.create('r/market/1.0.0+0000000a/app.js', bytes('app'));
    expect(await bucket.read('r/market/1.0.0+0000000a')).toBeUndefined();
    expect(await bucket.read('r/nothing')).toBeUndefined();
    await bucket.remove('r/nothing');
  });

  test('a key is taken as it is written: plus, blank, percent, umlaut and empty content', async () => {
    const keys = [
      'r/market/1.0.0+0000000a/a b.js',
      'r/market/1.0.0+0000000a/100%25.js',
      'r/market/1.0.0+0000000a/größe.js',
      'r/market/1.0.0 0000000a/a.js',
    ];
    for (const key of keys) await bucket.create(key, bytes(key));
    await bucket.create('r/empty', bytes(''));
    expect([...(await bucket.list('r/market/'))].sort()).toEqual([...keys].sort());
    expect(await Promise.all(keys.map(async (key) => textOf(await bucket.read(key))))).toEqual(keys);
    expect(textOf(await bucket.read('r/empty'))).toBe('');
  });

  test('a list of more than one page is whole, and begins with its prefix only', async () => {
    const keys = Array.from({ length: 2 * pageSize + 1 }, (_, index) => `presence/node-${String(index).padStart(3, '0')}.json`);
    await Promise.all([...keys, 'presents/other.json', 'pointer/prod.json'].map((key) => bucket.replace(key, bytes('{}'))));
    expect([...(await bucket.list('presence/'))].sort()).toEqual(keys);
    expect(await bucket.list('presence/node-000')).toEqual(['presence/node-000.json']);
    expect(await bucket.list('nowhere/')).toEqual([]);
  });

  test('a removed key is gone and can be created again', async () => {
    await bucket.create('r/market/1.0.0+0000000a/app.js', bytes('old'));
    await bucket.remove('r/market/1.0.0+0000000a/app.js');
    expect(await bucket.list('r/')).toEqual([]);
    expect(await bucket.create('r/market/1.0.0+0000000a/app.js', bytes('new'))).toBe('created');
  });

  test('two operators change the pointer at once, again and again: each time one wins, and the other is told', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-keys-'));
    try {
      const keys = openSigningKeys(folder);
      const operators = ['ada', 'grace'].map((by) => ({ by, store: createReleaseStore(bucket, keys) }));
      for (let serial = 1; serial <= 3; serial++) {
        const outcomes = await Promise.allSettled(
          operators.map(({ by, store }) => store.swapPointer('prod', aPointer(serial, { by }))),
        );
        const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
        const losers = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
        expect(losers).toEqual([expect.objectContaining({ kind: 'conflict' })]);
        expect(losers[0]).toBeInstanceOf(ReleaseProblem);
        for (const { store } of operators)
          expect(await store.readPointer('prod')).toMatchObject({ serial, by: operators[winner]?.by });
      }
      expect(textOf(await bucket.read('pointer/prod.json'))).toContain('"serial":3');
      expect(await bucket.list('pointer/log/')).toHaveLength(3);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
