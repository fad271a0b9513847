/** The program as a stranger starts it. */
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const verify = (...args: readonly string[]): { readonly status: number | null; readonly stdout: string } =>
  spawnSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts'), ...args], {
    cwd: resolve(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });

test('every published vector holds', () => {
  const { status, stdout } = verify('vectors', '--json');
  const { failed, verdicts } = JSON.parse(stdout) as {
    readonly failed: number;
    readonly verdicts: readonly { readonly checks: readonly unknown[] }[];
  };
  expect(failed).toBe(0);
  expect(verdicts.every(({ checks }) => checks.length > 0)).toBe(true);
  expect(status).toBe(0);
});

test('wrong use is told from a failure: 2 and 1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-verify-'));
  const broken = join(folder, 'record.json');
  const entry = { seq: 1, atMs: 1, kind: 'pause', body: '{}', hash: '0'.repeat(64) };
  writeFileSync(broken, JSON.stringify({ entries: [entry] }));
  expect(verify().status).toBe(2);
  expect(verify(join(folder, 'nowhere.json')).status).toBe(2);
  expect(verify(broken)).toMatchObject({ status: 1, stdout: expect.stringMatching(/failed +record/) });
  rmSync(folder, { recursive: true });
});
