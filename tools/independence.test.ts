/** A change releases those whose bytes it moves, and nobody else (docs/decisions/0054-independence-without-the-wait.md). */
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundlerFlags } from '@tessera/shared/build/bundlerFlags';
import { root } from '../e2e/fixtures/startProgram';

test('each typical change releases exactly those who contain it', () => {
  const program = [...bundlerFlags, '--import', 'tsx', join(root, 'tools/independence.ts')];
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: root, env, encoding: 'utf8' });
  expect({ wrong: stdout.split('\n').filter((line) => line.startsWith('WRONG')), status, stderr }).toMatchObject({
    wrong: [],
    status: 0,
  });
  expect(stdout.split('\n').filter((line) => line.startsWith('ok'))).toHaveLength(14);
}, 600_000);
