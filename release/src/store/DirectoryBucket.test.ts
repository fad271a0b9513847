import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bucketContract } from '../testing/bucketContract';
import { DirectoryBucket } from './DirectoryBucket';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-bucket-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a directory', () => {
  bucketContract(() => Promise.resolve(new DirectoryBucket(folder)), 10);
});

test('the draft of a writer that died is in no list', async () => {
  mkdirSync(join(folder, 'r/market'), { recursive: true });
  writeFileSync(join(folder, 'r/market/.draft-0'), 'half');
  expect(await new DirectoryBucket(folder).list('r/')).toEqual([]);
});

test('a key that leads out of the directory: nothing is read, and it is never written', async () => {
  const bucket = new DirectoryBucket(join(folder, 'releases'));
  writeFileSync(join(folder, 'secret'), 'private');
  for (const key of ['../secret', 'r/../../secret', '/etc/hostname', 'r//x', '']) expect(await bucket.read(key)).toBeUndefined();
  await expect(bucket.create('../planted', Buffer.from('x'))).rejects.toThrow(/no key/);
});
