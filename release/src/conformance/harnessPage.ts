/** The harness page as it is served: one script and one style sheet, built from the present sources. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBundler } from '../build/runBundler';

/** By file name. Built each time, so that nothing is out of date; TESSERA_HARNESS_DIR names one that a run of the tests has built once. */
export async function harnessPage(root: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const built = process.env['TESSERA_HARNESS_DIR'];
  if (built !== undefined) return pageIn(built);
  const output = await mkdtemp(join(tmpdir(), 'tessera-harness-'));
  try {
    await buildHarnessPage(root, output);
    return await pageIn(output);
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

export async function buildHarnessPage(root: string, output: string): Promise<void> {
  const args = ['build', '--outDir', output];
  await runBundler({ root, program: 'vite/bin/vite.js', args, folder: join(root, 'release/src/conformance/harness') });
}

async function pageIn(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = await readdir(folder);
  return new Map(
    await Promise.all(names.map(async (name): Promise<[string, Uint8Array]> => [name, await readFile(join(folder, name))])),
  );
}
