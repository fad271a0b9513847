/**
 * Keeps a real PostgreSQL running in the data directory, without an installation and without a TCP port.
 *
 * Start: adopt a cluster that still runs (our process was killed, PostgreSQL was not), else spawn one. Lock files are
 * never deleted: after a crash the old processes may hold them for a moment, so we try again, adopting or spawning
 * whichever works first. `initdb` writes to a temporary folder that is renamed when complete, so a kill in the middle of
 * the first start leaves nothing half. A cluster that refuses our secret (the file was lost) is given it. While running, a watch
 * restarts a postmaster that died. Stop: a fast shutdown, by the last process that uses the cluster.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, chown, mkdtemp, open, readFile, realpath, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { syncFolder } from '../durableFile';
import { isAlive } from '../processMark';
import { repeat, sleep, type Repeating } from '../timers';
import { isWindows, prepareClusterPlace, type ClusterPlace } from './clusterPlace';
import { clusterUsers } from './clusterUsers';
import { nativeBinaries, programPath } from './nativeBinaries';
import { setSecret } from './setSecret';
import { chooseRunAs, type RunAs } from './runAs';

export interface EmbeddedPostgres {
  /** How a client connects as the cluster's owner. */
  readonly connection: { readonly host: string; readonly port: number; readonly user: string; readonly password: string };
  /** Stops the cluster if no other process uses it. */
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
  const users = clusterUsers(place.usersDir);
  const connection = { host: isWindows ? '127.0.0.1' : place.socketDir, port, user: superuser, password: place.secret };

  let child: ChildProcess | undefined;
  /** Brings the cluster up or finds it up. Answers how. */
  async function ensureRunning(): Promise<'adopted' | 'spawned'> {
    let lastProblem = '';
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const found = await askCluster(connection, place);
      if (found === 'ours') return 'adopted';
      if (found === 'refused') {
        await giveSecret();
        continue;
      }
      const outcome = await spawnPostmaster();
      if (outcome.answer === 'ours') return 'spawned';
      if (outcome.answer === 'silent' && !outcome.mayRetry) throw new Error(`PostgreSQL did not start:\n${outcome.problem}`);
      lastProblem = outcome.problem;
      await sleep(retryMs);
    }
    throw new Error(`PostgreSQL did not start in ${(tries * retryMs) / 1000} s:\n${lastProblem}`);
  }

  /** Who owns the folder may set the password of its cluster; a process that works with the old one must not lose it. */
  async function giveSecret(): Promise<void> {
    const others = await users.others();
    if (others.length > 0)
      throw new Error(
        `The password in ${options.dataDir}/postgres-secret is not the database's, and process ${others.join(', ')} uses the database: stop it first.`,
      );
    await stopPostmaster(place);
    child = undefined;
    await setSecret({ native, runAs, cluster: place.cluster, role: superuser, secret: place.secret });
    tell('postgres secret set again', { place: place.root });
  }

  async function spawnPostmaster(): Promise<{ answer: ClusterAnswer; mayRetry: boolean; problem: string }> {
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
      // No values of rows and no statements with their values in the log: they hold what people typed.
      log_error_verbosity: 'terse',
      log_min_error_statement: 'panic',
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
      const answer = await askCluster(connection, place);
      if (answer !== 'silent') {
        child = started;
        return { answer, mayRetry: true, problem: '' };
      }
      await sleep(20);
    }
    // One that gives no answer must not stay behind when we give up.
    if (exit === undefined) started.kill('SIGQUIT');
    const said = (await readFile(place.logFile)).subarray(from).toString('utf8').trim().slice(-2000);
    const isHeldByOldProcesses =
      /lock file .* already exists|pre-existing shared memory|could not bind|Is another postmaster/i.test(said);
    return { answer: 'silent', mayRetry: exit !== undefined && isHeldByOldProcesses, problem: `${exit ?? 'no answer'}\n${said}` };
  }

  async function leave(): Promise<void> {
    await users.leave();
    if ((await users.others()).length > 0) return;
    await stopPostmaster(place);
    tell('postgres stopped', {});
  }

  await users.join();
  const how = await ensureRunning().catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  tell(`postgres ${how}`, { place: place.root });

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
    async stop() {
      await watch.stop();
      await leave();
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

/** `ours`: a server accepts our secret and serves exactly our folder. `refused`: it is there and does not take the secret. */
type ClusterAnswer = 'ours' | 'refused' | 'silent';
const wrongPassword = '28P01';

async function askCluster(connection: EmbeddedPostgres['connection'], place: ClusterPlace): Promise<ClusterAnswer> {
  if (!isWindows) {
    const isThere = await access(join(place.socketDir, `.s.PGSQL.${connection.port}`)).then(
      () => true,
      () => false,
    );
    if (!isThere) return 'silent';
  }
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 2000 });
  // A connection that breaks while being closed reports here; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ data_directory: string }>('show data_directory');
    const served = answer.rows[0]?.data_directory;
    return served !== undefined && (await realpath(served)) === (await realpath(place.cluster)) ? 'ours' : 'silent';
  } catch (error) {
    return (error as { code?: string }).code === wrongPassword ? 'refused' : 'silent';
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
  return pid !== undefined && (await isAlive(pid));
}

async function stopPostmaster(place: ClusterPlace): Promise<void> {
  const pid = await postmasterPid(place);
  if (pid === undefined || !(await isAlive(pid))) return;
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, everything is written out.
  process.kill(pid, 'SIGINT');
  const deadline = performance.now() + 15_000;
  while (performance.now() < deadline) {
    if (!(await isAlive(pid))) return;
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
