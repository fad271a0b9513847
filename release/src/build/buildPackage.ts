/** Builds a package with its own webpack configuration, unless its output is already of the present inputs. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
export async function buildPackage(root: string, packageFolder: string): Promise<string> {
  const output = outputOf(root, packageFolder);
  if (readBuildRecord(output)?.version === versionOfSources(root, packageFolder)) return output;
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
