/**
 * Where the database cluster lies.
 *
 *   <dataDir>/postgres-secret     password of the cluster's owner, 0600
 *   <dataDir>/postgres/           belongs to the user that PostgreSQL runs as
 *     cluster/  run/ (socket)  log  native/ (only when the programs had to be copied)
 *     users/                      one file per process that uses the cluster (clusterUsers.ts)
 *
 * When PostgreSQL's user cannot reach dataDir (as root with the project in root's closed home), the `postgres` folder
 * lies below /var/lib/tessera instead, and <dataDir>/postgres-place says where.
 */
import { createHash, randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { syncFolder, writeDurably } from '../durableFile';
import { readOrMakeSecret } from '../readOrMakeSecret';
import type { RunAs } from './runAs';

export interface ClusterPlace {
  readonly root: string;
  readonly cluster: string;
  readonly socketDir: string;
  readonly logFile: string;
  readonly native: string;
  readonly usersDir: string;
  readonly portFile: string;
  readonly secret: string;
}

export const isWindows = process.platform === 'win32';

export async function prepareClusterPlace(dataDir: string, runAs: RunAs): Promise<ClusterPlace> {
  await mkdir(dataDir, { recursive: true });
  await syncFolder(dirname(dataDir));
  // A cluster that has another one is given this one when it refuses it.
  const secret = await readOrMakeSecret(join(dataDir, 'postgres-secret'));
  const root = await chooseRoot(dataDir, runAs);
  await mkdir(root, { recursive: true });
  await own(root, 0o750, runAs);
  const socketDir = socketDirOf(root);
  await mkdir(socketDir, { recursive: true });
  await own(socketDir, 0o700, runAs);
  return {
    root,
    cluster: join(root, 'cluster'),
    socketDir,
    logFile: join(root, 'log'),
    native: join(root, 'native'),
    usersDir: join(root, 'users'),
    portFile: join(root, 'port'),
    secret,
  };
}

async function own(path: string, mode: number, runAs: RunAs): Promise<void> {
  if (isWindows) return;
  if (runAs.user !== undefined) await chown(path, runAs.user.uid, runAs.user.gid);
  await chmod(path, mode);
}

/** A socket's path may have about 100 characters; a deep data directory gets a short one in the temporary folder. */
function socketDirOf(root: string): string {
  const near = join(root, 'run');
  if (join(near, '.s.PGSQL.5432.lock').length < 100) return near;
  const mark = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(tmpdir(), `tessera-${mark}`);
}

async function chooseRoot(dataDir: string, runAs: RunAs): Promise<string> {
  const near = join(dataDir, 'postgres');
  if (runAs.user === undefined) return near;
  const placeFile = join(dataDir, 'postgres-place');
  const chosen = (await readFile(placeFile, 'utf8').catch(() => '')).trim();
  if (chosen !== '') return chosen;
  if (await canReach(dataDir, runAs)) return near;
  // Random, not derived from the path: a data directory that was deleted must not meet its old cluster again.
  const far = join('/var/lib/tessera', randomUUID());
  await mkdir(far, { recursive: true });
  await writeDurably(placeFile, far);
  return far;
}

/** Whether PostgreSQL's user may enter the folder, asked of the system itself. */
function canReach(folder: string, runAs: RunAs): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
      ...runAs.spawnOptions,
      cwd: '/',
      stdio: 'ignore',
      timeout: 10_000,
    });
    child.on('error', () => resolve(false));
    child.on('close', (status) => resolve(status === 0));
  });
}
