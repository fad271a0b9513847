/** Builds a package with its own webpack configuration, unless its output is already of the present inputs. */
import { availableParallelism } from 'node:os';
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
  const output = outputOf(root, packageFolder);
  if (builtVersion(root, packageFolder) !== undefined) return output;
  say(`building ${packageFolder}`);
  await runBundler({ root, program: 'webpack-cli/bin/cli.js', args: ['build'], folder: join(root, packageFolder) });
  return output;
}

/** Builds several packages side by side, but no more than there are cores to carry them. Answers the output folder of each. */
export async function buildPackages(
  root: string,
  packageFolders: readonly string[],
  say: (line: string) => void,
): Promise<ReadonlyMap<string, string>> {
  const waiting = [...packageFolders];
  const outputs = new Map<string, string>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      outputs.set(next, await buildPackage(root, next, say));
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 3) }, work));
  return outputs;
}
