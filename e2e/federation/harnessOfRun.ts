/** The page on which releases are played for conformance, built once for the whole run: each worker and command that plays some would build it again. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildHarnessPage } from '../../release/src/conformance/harnessPage';
import { root } from '../fixtures/startProgram';

/** Answers its folder, which the release tool finds from now on, here and in what is started from here. */
export async function harnessOfRun(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-harness-'));
  await buildHarnessPage(root, folder);
  process.env['TESSERA_HARNESS_DIR'] = folder;
  return folder;
}
