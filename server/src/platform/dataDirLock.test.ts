import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { lstat, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addSigningKey } from '../record/SigningKey';
import { lockDataDir } from './dataDirLock';
import { processMark } from './processMark';
import { readOrMakeSecret } from './readOrMakeSecret';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));
const file = () => join(dataDir, 'server.pid');

test('a free folder is locked, released, and free again', async () => {
  const lock = await lockDataDir(dataDir);
  expect(await readFile(file(), 'utf8')).toBe(processMark(process.pid));
  await lock.release();
  await expect(readFile(file())).rejects.toThrow();
});

test('a living holder: refused with its number and what to do, and its file stays', async () => {
  const holder = processMark(process.ppid) ?? '';
  await writeFile(file(), holder);
  await expect(lockDataDir(dataDir)).rejects.toThrow(new RegExp(`Process ${process.ppid} already serves .*DATA_DIR`));
  expect(await readFile(file(), 'utf8')).toBe(holder);
});

test.each([
  ['a process that is gone', '4194303 1'],
  ['an earlier process with the number of a living one', `${process.ppid} 1`],
  ['an empty file, after a power cut', ''],
])('%s: its lock is taken over', async (_, left) => {
  await writeFile(file(), left);
  await lockDataDir(dataDir);
  expect(await readFile(file(), 'utf8')).toBe(processMark(process.pid));
});

describe('a secret that is made where it is missing', () => {
  const secretFile = () => join(dataDir, 'account-key');

  test('is one for all processes that start at once', async () => {
    const file = secretFile();
    const made = await Promise.all(Array.from({ length: 5 }, () => readOrMakeSecret(file)));
    expect(new Set(made).size).toBe(1);
    expect(await readFile(file, 'utf8')).toBe(made[0]);
    await writeFile(file, '\n');
    expect(await readOrMakeSecret(file)).not.toBe(made[0]);
  });

  test('never replaces one that cannot be read', async () => {
    const file = secretFile();
    await symlink(file, file);
    await expect(readOrMakeSecret(file)).rejects.toThrow('ELOOP');
    await expect(addSigningKey(file)).rejects.toThrow('ELOOP');
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
  });
});
