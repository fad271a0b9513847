/**
 * The release tool on the installation that the browser tests run against. A test that changes what is live does so on a
 * remote of its own ("probe"), which the host learns of by the pointer: no other test sees it.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeBuild, type HandmadeRelease } from './handmadeRelease';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const execute = promisify(execFile);
const commandLimitMs = 60_000;

/** Runs a verb of the release tool; rejects with its words when it is refused. The process goes on meanwhile. */
export async function release(...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir(), NODE_OPTIONS: '' };
  const { stdout } = await execute(process.execPath, ['--import', 'tsx', join(root, 'release/src/main.ts'), ...words], { cwd: root, env, timeout: commandLimitMs });
  return stdout;
}

export function dataDir(): string {
  const folder = process.env['TESSERA_DATA_DIR'];
  if (folder === undefined) throw new Error('TESSERA_DATA_DIR is not set: releases of a running installation can only be changed where its data is');
  return folder;
}

/** Publishes a hand-made release. It has no conformance run behind it. */
export async function publishHandmade(made: HandmadeRelease): Promise<void> {
  const [, , name = ''] = made.reference.entry.split('/');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-build-'));
  writeBuild(made, folder);
  await release('publish', name, '--from', folder, '--unproven');
}
