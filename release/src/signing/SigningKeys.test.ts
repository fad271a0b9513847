import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSigningKeys } from './SigningKeys';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('private keys are readable by their owner only, and a second opening takes the same keys', () => {
  const keys = openSigningKeys(folder);
  const paths = ['release-current.pem', 'release-next.pem'].map((name) => join(folder, name));
  expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(openSigningKeys(folder).trusted).toEqual(keys.trusted);
  expect(new Set(keys.trusted).size).toBe(2);
});

test('a rotation: next moves up, a new next is made, of the old current only the public half is left', () => {
  const keys = openSigningKeys(folder);
  const before = keys.fingerprints;
  const signature = keys.sign('body');
  keys.rotate();
  const after = keys.fingerprints;
  expect(after).toEqual({
    current: before.next,
    next: expect.not.stringMatching(`${before.current}|${before.next}`),
    retired: [before.current],
  });
  expect([keys.isSignedBy('body', signature), keys.wasSignedBy('body', signature)]).toEqual([false, true]);
  expect(readdirSync(join(folder, 'retired'))).toEqual([`${before.current}.pem`]);
  expect(readFileSync(join(folder, 'retired', `${before.current}.pem`), 'utf8')).toContain('BEGIN PUBLIC KEY');
});

test('a server that opened the keys before a rotation signs with the new current key', () => {
  const server = openSigningKeys(folder);
  const tool = openSigningKeys(folder);
  tool.rotate();
  expect(server.trusted).toEqual(tool.trusted);
  expect(tool.isSignedBy('body', server.sign('body'))).toBe(true);
});

test('the tool dies before the new next key is made: the next opening makes it', () => {
  const { next } = openSigningKeys(folder).fingerprints;
  openSigningKeys(folder).rotate();
  rmSync(join(folder, 'release-next.pem'));
  const found = openSigningKeys(folder).fingerprints;
  expect(found.current).toBe(next);
  expect(found.next).not.toBe(next);
});
