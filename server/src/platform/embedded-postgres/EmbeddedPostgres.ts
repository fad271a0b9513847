/**
 * Keeps a real PostgreSQL running in the data directory, without an installation and without a TCP port.
 *
 * Start: adopt a cluster that still runs (our process was killed, PostgreSQL was not), else spawn one. Lock files are
 * never deleted: after a crash the old processes may hold them for a moment, so we try again, adopting or spawning
 * whichever works first. `initdb` writes to a temporary folder that is renamed when complete, so a kill in the middle of
 * the first start leaves nothing half. While running, a watch restarts a postmaster that died. Stop: a fast shutdown,
 * only by the process that owns the cluster.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, chown, mkdtemp, open, readFile, realpath, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { repeat, sleep, type Repeating } from '../timers';
import { isWindows, prepareClusterPlace, type ClusterPlace } from './clusterPlace';
import { nativeBinaries, programPath } from './nativeBinaries';
import { chooseRunAs, type RunAs } from './runAs';

export interface EmbeddedPostgres {
  /** How a client connects as the cluster's owner. */
  readonly connection: { readonly host: string; readonly port: number; readonly user: string; readonly password: string };
  /** True when this process stops the cluster at the end. */
  readonly isOwner: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Server settings over ours, for tests: { fsync: 'off' }. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onEvent?: (event: string, details: Readonly<Record<string, unknown>>) => void;
}

const superuser = 'tessera';
const majorVersion = '18';
const tries = 60;
const retryMs = 250;
const startLimitMs = 60_000;
const watchMs = 1000;
const maxLogBytes = 20_000_000;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const tell = options.onEvent ?? (() => undefined);
  const runAs = await chooseRunAs();
  const place = await prepareClusterPlace(options.dataDir, runAs);
  const native = await nativeBinaries(place.native, runAs);
  await createClusterOnce(place, native, runAs);
  const port = isWindows ? await windowsPort(place) : 5432;
  const connection = { host: isWindows ? '127.0.0.1' : place.socketDir, port, user: superuser, password: place.secret };

  let child: ChildProcess | undefined;
  /** Brings the cluster up or finds it up. Answers how. */
  async function ensureRunning(): Promise<'adopted' | 'spawned'> {
    let lastProblem = '';
    for (let attempt = 0; attempt < tries; attempt += 1) {
      if (await answersFromOurData(connection, place)) return 'adopted';
      const outcome = await spawnPostmaster();
      if (outcome.isReady) return 'spawned';
      if (!outcome.mayRetry) throw new Error(`PostgreSQL did not start:\n${outcome.problem}`);
      lastProblem = outcome.problem;
      await sleep(retryMs);
    }
    throw new Error(`PostgreSQL did not start in ${(tries * retryMs) / 1000} s:\n${lastProblem}`);
  }

  async function spawnPostmaster(): Promise<{ isReady: true } | { isReady: false; mayRetry: boolean; problem: string }> {
    await keepLogSmall(place.logFile);
    const log = await open(place.logFile, 'a', 0o640);
    if (runAs.user !== undefined) await chown(place.logFile, runAs.user.uid, runAs.user.gid);
    const from = (await log.stat()).size;
    const settings = {
      listen_addresses: isWindows ? '127.0.0.1' : '',
      unix_socket_directories: isWindows ? '' : place.socketDir,
      unix_socket_permissions: '0700',
      port: String(port),
      shared_buffers: '64MB',
      max_connections: '60',
      max_wal_size: '512MB',
      log_timezone: 'UTC',
      timezone: 'UTC',
      ...options.settings,
    };
    const args = ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    // Detached: a Ctrl-C in the terminal must reach us first, so that we stop the server before its database.
    const started = spawn(programPath(native, 'postgres'), args, {
      ...runAs.spawnOptions,
      cwd: '/',
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    let exit: string | undefined;
    started.on('error', (error) => (exit = error.message));
    started.on('exit', (status, signal) => (exit = `exit ${status ?? signal}`));
    started.unref();
    await log.close();
    const deadline = performance.now() + startLimitMs;
    while (exit === undefined && performance.now() < deadline) {
      if (await answersFromOurData(connection, place)) {
        child = started;
        return { isReady: true };
      }
      await sleep(20);
    }
    const said = (await readFile(place.logFile)).subarray(from).toString('utf8').trim().slice(-2000);
    const isHeldByOldProcesses =
      /lock file .* already exists|pre-existing shared memory|could not bind|Is another postmaster/i.test(said);
    return { isReady: false, mayRetry: exit !== undefined && isHeldByOldProcesses, problem: `${exit ?? 'no answer'}\n${said}` };
  }

  const how = await ensureRunning();
  const isOwner = await becomeOwner(place, how);
  tell(`postgres ${how}`, { place: place.root, isOwner });

  const watch: Repeating = repeat(
    watchMs,
    async () => {
      const isGone = child === undefined ? !(await postmasterLives(place)) : child.exitCode !== null || child.signalCode !== null;
      if (!isGone) return;
      child = undefined;
      tell('postgres died', {});
      tell(`postgres ${await ensureRunning()} again`, {});
    },
    (error) => tell('postgres could not be restarted', { error }),
  );

  return {
    connection,
    isOwner,
    async stop() {
      await watch.stop();
      if (!isOwner) return;
      await stopPostmaster(place);
      await rm(place.ownerFile, { force: true });
      tell('postgres stopped', {});
    },
  };
}

async function createClusterOnce(place: ClusterPlace, native: string, runAs: RunAs): Promise<void> {
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
        superuser,
        `--pwfile=${passwordFile}`,
        '--data-checksums',
        '--locale=C',
        '--encoding=UTF8',
        '--auth=scram-sha-256',
      ],
      runAs,
    );
    await rename(half, place.cluster);
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

/** Whether a server accepts our secret and serves exactly our folder. */
async function answersFromOurData(connection: EmbeddedPostgres['connection'], place: ClusterPlace): Promise<boolean> {
  if (!isWindows) {
    const isThere = await access(join(place.socketDir, `.s.PGSQL.${connection.port}`)).then(
      () => true,
      () => false,
    );
    if (!isThere) return false;
  }
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 2000 });
  // A connection that breaks while being closed reports here; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ data_directory: string }>('show data_directory');
    const served = answer.rows[0]?.data_directory;
    return served !== undefined && (await realpath(served)) === (await realpath(place.cluster));
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function postmasterPid(place: ClusterPlace): Promise<number | undefined> {
  const text = await readFile(join(place.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text.split('\n')[0] ?? '', 10);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

async function postmasterLives(place: ClusterPlace): Promise<boolean> {
  const pid = await postmasterPid(place);
  return pid !== undefined && (await lives(pid));
}

/** A zombie still answers signal 0 but will never serve again. */
async function lives(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/^\d+ \(.*\) Z/s.test(status);
}

/** A cluster whose owner is gone (killed) belongs to whoever adopts it; otherwise nobody would ever stop it. */
async function becomeOwner(place: ClusterPlace, how: 'adopted' | 'spawned'): Promise<boolean> {
  if (how === 'adopted') {
    const owner = Number.parseInt(await readFile(place.ownerFile, 'utf8').catch(() => ''), 10);
    if (Number.isInteger(owner) && owner !== process.pid && (await lives(owner))) return false;
  }
  await writeFile(place.ownerFile, String(process.pid));
  return true;
}

async function stopPostmaster(place: ClusterPlace): Promise<void> {
  const pid = await postmasterPid(place);
  if (pid === undefined || !(await lives(pid))) return;
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, everything is written out.
  process.kill(pid, 'SIGINT');
  const deadline = performance.now() + 15_000;
  while (performance.now() < deadline) {
    if (!(await lives(pid))) return;
    await sleep(20);
  }
  process.kill(pid, 'SIGQUIT');
}

async function keepLogSmall(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > maxLogBytes) await truncate(file);
}

async function windowsPort(place: ClusterPlace): Promise<number> {
  const known = Number.parseInt(await readFile(place.portFile, 'utf8').catch(() => ''), 10);
  if (Number.isInteger(known)) return known;
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
  await writeFile(place.portFile, String(port));
  return port;
}
