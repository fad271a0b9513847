/** Builds a package with its own webpack configuration, unless its output is already of the present inputs. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildMode, inputsHash } from '@tessera/shared/build/inputsHash';
import { ReleaseProblem } from '../ReleaseProblem';
import { readBuildRecord } from './BuildRecord';

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
  const webpack = join(root, 'node_modules/webpack-cli/bin/cli.js');
  const child = spawn(process.execPath, [webpack, 'build'], {
    cwd: join(root, packageFolder),
    env: { ...process.env, NODE_ENV: buildMode() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new ReleaseProblem('refused', `${packageFolder} does not build:\n${lines.join('').trim()}`);
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
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) outputs.set(next, await buildPackage(root, next, say));
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 3) }, work));
  return outputs;
}
