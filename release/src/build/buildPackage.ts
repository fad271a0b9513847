/** Builds packages with their own webpack configurations, unless their output is already of the present inputs. */
import { join } from 'node:path';
import { areInputsUnchanged } from '@tessera/shared/build/buildInputs';
import { readBuildRecord } from './BuildRecord';
import { runBundler } from './runBundler';

const outputOf = (root: string, packageFolder: string): string => join(root, packageFolder, 'dist/web');

/** The version of the last build, as long as the present sources would give the same one; undefined when only a build can tell. */
export function builtVersion(root: string, packageFolder: string): string | undefined {
  if (!areInputsUnchanged(root, join(root, packageFolder))) return undefined;
  return readBuildRecord(outputOf(root, packageFolder))?.version;
}

/** The output folder of a finished build of the present sources. */
export async function buildPackage(root: string, packageFolder: string, say: (line: string) => void): Promise<string> {
  const outputs = await buildPackages(root, [packageFolder], say);
  return outputs.get(packageFolder) ?? outputOf(root, packageFolder);
}

/**
 * Builds several packages and answers the output folder of each. The host, which takes longest, is built beside the others, and
 * those by one run of the bundler: what it has loaded and warmed up for the first serves the next. The bytes are the same as in a
 * run for one package alone.
 */
export async function buildPackages(
  root: string,
  packageFolders: readonly string[],
  say: (line: string) => void,
): Promise<ReadonlyMap<string, string>> {
  const stale = packageFolders.filter((folder) => builtVersion(root, folder) === undefined);
  const runs = [stale.filter((folder) => folder === 'host'), stale.filter((folder) => folder !== 'host')];
  await Promise.all(runs.filter((run) => run.length > 0).map((run) => bundle(root, run, say)));
  return new Map(packageFolders.map((folder) => [folder, outputOf(root, folder)]));
}

async function bundle(root: string, packageFolders: readonly string[], say: (line: string) => void): Promise<void> {
  say(`building ${packageFolders.join(', ')}`);
  const configurations = packageFolders.flatMap((folder) => ['--config', join(folder, 'webpack.config.mjs')]);
  await runBundler({ root, program: 'webpack-cli/bin/cli.js', args: ['build', ...configurations], folder: root });
}
