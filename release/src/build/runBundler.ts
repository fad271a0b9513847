import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildMode } from '@tessera/shared/build/buildInputs';
import { bundlerFlags } from '@tessera/shared/build/bundlerFlags';
import { ReleaseProblem } from '../ReleaseProblem';

export interface BundlerRun {
  /** The project's root folder. */
  readonly root: string;
  /** The bundler's program in node_modules: "vite/bin/vite.js". */
  readonly program: string;
  readonly args: readonly string[];
  /** Where its configuration lies. */
  readonly folder: string;
}

/** Runs a bundler to its end; refuses with the bundler's own words when it does not succeed. */
export async function runBundler({ root, program, args, folder }: BundlerRun): Promise<void> {
  const child = spawn(process.execPath, [...bundlerFlags, join(root, 'node_modules', program), ...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: buildMode() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new ReleaseProblem('refused', `${folder} does not build:\n${lines.join('').trim()}`);
}
