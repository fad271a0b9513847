/** Builds a package with its own webpack configuration, unless its output is already of the present inputs. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { inputsHash } from '@tessera/shared/build/inputsHash';
import { readBuildRecord } from './BuildRecord';
import { runBundler } from './runBundler';

const outputOf = (root: string, packageFolder: string): string => join(root, packageFolder, 'dist/web');

/** The version that a build of the present sources would have. */
export function versionOfSources(root: string, packageFolder: string): string {
  const manifest = JSON.parse(readFileSync(join(root, packageFolder, 'package.json'), 'utf8')) as { version: string };
  return `${manifest.version}+${inputsHash(root, packageFolder)}`;
}

/** The output folder of a finished build of the present sources. */
export async function buildPackage(root: string, packageFolder: string, say: (line: string) => void): Promise<string> {
  const output = outputOf(root, packageFolder);
  const version = versionOfSources(root, packageFolder);
  if (readBuildRecord(output)?.version === version) return output;
  say(`building ${packageFolder} ${version}`);
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
