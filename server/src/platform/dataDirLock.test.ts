import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir } from './dataDirLock';
import { processMark } from './processMark';

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
