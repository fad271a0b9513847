/**
 * Host and remotes of one revision of the project's history, built in a checkout of their own as that revision builds them. What was
 * built once is used again: a revision does not change.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteNames, type RemoteName } from '@tessera/shared/federation';

const project = join(dirname(fileURLToPath(import.meta.url)), '..');
const commandLimitMs = 900_000;
/** Written last: a build that was broken off is begun again. */
const finishedName = '.built';

export interface BuiltPackage {
  /** As `publish --from` takes it. */
  readonly folder: string;
  readonly version: string;
  /** What a host speaks, or the range that a remote needs. */
  readonly contract: string;
}

export interface BuiltRevision {
  /** The commit's first digits. */
  readonly name: string;
  readonly committedAt: string;
  readonly checkout: string;
  readonly host: BuiltPackage;
  readonly remotes: Readonly<Record<RemoteName, BuiltPackage>>;
}

/** `scratch` holds one checkout per commit. */
export async function buildRevision(revision: string, scratch: string, say: (line: string) => void): Promise<BuiltRevision> {
  const described = await run('git', ['log', '-1', '--format=%H %cI', revision, '--'], project);
  const [commit = '', committedAt = ''] = described.trim().split(' ');
  const name = commit.slice(0, 7);
  const checkout = join(scratch, name);
  if (!existsSync(join(checkout, finishedName))) {
    rmSync(checkout, { recursive: true, force: true });
    mkdirSync(scratch, { recursive: true });
    say(`${name}: checking out and installing`);
    await run('git', ['clone', '--quiet', '--shared', '--no-checkout', project, checkout], scratch);
    await run('git', ['checkout', '--quiet', commit], checkout);
    await run('npm', ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'], checkout);
    say(`${name}: building host and remotes`);
    await buildAll(checkout, ['host', ...remoteNames.map((remote) => `remote-${remote}`)]);
    writeFileSync(join(checkout, finishedName), '');
  }
  const built = (packageFolder: string): BuiltPackage => {
    const folder = join(checkout, packageFolder, 'dist/web');
    const { version, contract } = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')) as {
      version: string;
      contract: string;
    };
    return { folder, version, contract };
  };
  const remotes = Object.fromEntries(remoteNames.map((remote) => [remote, built(`remote-${remote}`)])) as Record<
    RemoteName,
    BuiltPackage
  >;
  return { name, committedAt, checkout, host: built('host'), remotes };
}

async function buildAll(checkout: string, packageFolders: readonly string[]): Promise<void> {
  const waiting = [...packageFolders];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await run(process.execPath, [join(checkout, 'node_modules/webpack-cli/bin/cli.js'), 'build'], join(checkout, next));
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 2) }, work));
}

/** Runs a program to its end; answers what it said, or throws with it. */
function run(program: string, args: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: commandLimitMs,
    });
    let said = '';
    const keep = (chunk: Buffer): void => {
      said += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve(said)
        : reject(new Error(`${program} ${args.join(' ')} in ${folder} ended with ${code}:\n${said.slice(-4000)}`)),
    );
  });
}
