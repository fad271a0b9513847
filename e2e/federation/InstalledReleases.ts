/**
 * The release tool on the installation that the browser tests run against. A test that changes what is live does so on a
 * remote of its own ("probe"), which the host learns of by the pointer: no other test sees it.
 */
import { mkdtempSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBuild, type HandmadeRelease } from './handmadeRelease';
import { releaseTool } from './releaseTool';

const turnLimitMs = 240_000;
export const turnHookMs = turnLimitMs + 60_000;

/** Runs a verb of the release tool; rejects with its words when it is refused. */
export const release = (...words: string[]): Promise<string> => releaseTool(dataDir(), ...words);

/**
 * Waits until no other test changes the installation's pointer, since of two operators at once one is refused. The answer
 * ends the turn.
 */
export async function takeTurn(): Promise<() => Promise<void>> {
  const turn = join(dataDir(), 'turn-of-a-test');
  const giveUpAt = performance.now() + turnLimitMs;
  while (
    !(await mkdir(turn).then(
      () => true,
      () => false,
    ))
  ) {
    if (performance.now() > giveUpAt) throw new Error(`another test still changes the pointer after ${turnLimitMs} ms (${turn})`);
    await new Promise((next) => setTimeout(next, 200));
  }
  return () => rmdir(turn);
}

export function dataDir(): string {
  const folder = process.env['TESSERA_DATA_DIR'];
  if (folder === undefined)
    throw new Error('TESSERA_DATA_DIR is not set: releases of a running installation can only be changed where its data is');
  return folder;
}

/** Publishes a hand-made release. It has no conformance run behind it. */
export async function publishHandmade(made: HandmadeRelease): Promise<void> {
  const [, , name = ''] = made.reference.entry.split('/');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-build-'));
  writeBuild(made, folder);
  await release('publish', name, '--from', folder, '--unproven');
}
