/** `initdb` writes to a temporary folder that is renamed when complete: a kill in the middle leaves nothing half. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syncFolder } from '../durableFile';
import type { ClusterPlace } from './clusterPlace';
import { programPath } from './nativeBinaries';
import type { RunAs } from './runAs';

const majorVersion = '18';

/** Throws an Error in words when the folder was written by another major version. */
export async function createClusterOnce(place: ClusterPlace, native: string, runAs: RunAs, owner: string): Promise<void> {
  const version = await readFile(join(place.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version !== undefined) {
    if (version.trim() === majorVersion) return;
    throw new Error(
      `${place.cluster} was written by PostgreSQL ${version.trim()}, this is ${majorVersion}: export it with the old release first.`,
    );
  }
  const half = `${place.cluster}.init-${randomUUID()}`;
  const passwordDir = await mkdtemp(join(tmpdir(), 'tessera-init-'));
  const passwordFile = join(passwordDir, 'password');
  try {
    await writeFile(passwordFile, place.secret, { mode: 0o600 });
    if (runAs.user !== undefined) {
      await chown(passwordDir, runAs.user.uid, runAs.user.gid);
      await chown(passwordFile, runAs.user.uid, runAs.user.gid);
    }
    await run(
      programPath(native, 'initdb'),
      [
        '-D',
        half,
        '-U',
        owner,
        `--pwfile=${passwordFile}`,
        '--data-checksums',
        '--locale=C',
        '--encoding=UTF8',
        '--auth=scram-sha-256',
      ],
      runAs,
    );
    await rename(half, place.cluster);
    await syncFolder(place.root);
  } finally {
    await rm(passwordDir, { recursive: true, force: true });
    await rm(half, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[], runAs: RunAs): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const child = spawn(program, args, {
      ...runAs.spawnOptions,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      timeout: 120_000,
    });
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0 ? resolve() : reject(new Error(`${program} failed (${status}):\n${said.slice(-2000)}`)),
    );
  });
}
