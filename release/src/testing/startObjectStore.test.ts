import { afterEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasObjectStore } from './startObjectStore';

const named = process.env['TESSERA_PROGRAMS_INSTALLED'];
afterEach(() => {
  if (named === undefined) delete process.env['TESSERA_PROGRAMS_INSTALLED'];
  else process.env['TESSERA_PROGRAMS_INSTALLED'] = named;
});

test('asked while its programs are installed, it answers when that has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-installed-'));
  const mark = join(folder, 'installed');
  process.env['TESSERA_PROGRAMS_INSTALLED'] = mark;
  let isAnswered = false;
  const asked = hasObjectStore().finally(() => (isAnswered = true));
  await pause(500);
  expect(isAnswered).toBe(false);
  writeFileSync(mark, '');
  expect(typeof (await asked)).toBe('boolean');
  rmSync(folder, { recursive: true });
});
