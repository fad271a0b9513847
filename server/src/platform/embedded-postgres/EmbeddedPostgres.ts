/**
 * Keeps a real PostgreSQL running in the data directory, without an installation and without a TCP port.
 *
 * Start: adopt a cluster that still runs (our process was killed, PostgreSQL was not), else spawn one. Lock files are
 * never deleted: after a crash the old processes may hold them for a moment, so we try again, adopting or spawning
 * whichever works first. A cluster that refuses our secret (the file was lost) is given it. While running, a watch
 * restarts a postmaster that died. Stop: a fast shutdown, by the last process that uses the cluster, also in the middle of a
 * restart; a process that ends without its stop asks for it on its way out.
 */
import { repeat, sleep, type Repeating } from '../timers';
import { askCluster, type ClusterConnection } from './askCluster';
import { isWindows, prepareClusterPlace } from './clusterPlace';
import { clusterPort } from './clusterPort';
import { clusterUsers } from './clusterUsers';
import { createClusterOnce } from './createClusterOnce';
import { nativeBinaries } from './nativeBinaries';
import { createPostmaster } from './Postmaster';
import { chooseRunAs } from './runAs';
import { setSecret } from './setSecret';

export interface EmbeddedPostgres {
  readonly connection: ClusterConnection;
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
const tries = 60;
const retryMs = 250;
const watchMs = 1000;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const tell = options.onEvent ?? (() => undefined);
  const runAs = await chooseRunAs();
  const place = await prepareClusterPlace(options.dataDir, runAs);
  const native = await nativeBinaries(place.native, runAs);
  await createClusterOnce(place, native, runAs, superuser);
  const port = await clusterPort(place);
  const users = clusterUsers(place.usersDir);
  const connection = { host: isWindows ? '127.0.0.1' : place.socketDir, port, user: superuser, password: place.secret };
  const ask = () => askCluster(connection, place);
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
  const postmaster = createPostmaster({ place, native, runAs, settings, ask });
  const stopping = new AbortController();

  /** Brings the cluster up or finds it up. Answers how. */
  async function ensureRunning(): Promise<'adopted' | 'spawned' | 'stopping'> {
    let lastProblem = '';
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const found = await ask();
      if (stopping.signal.aborted) return 'stopping';
      if (found === 'ours') return 'adopted';
      if (found === 'refused') {
        await giveSecret();
        continue;
      }
      const outcome = await postmaster.start(stopping.signal);
      if (stopping.signal.aborted) return 'stopping';
      if (outcome.answer === 'ours') return 'spawned';
      if (outcome.answer === 'silent' && !outcome.mayRetry) throw new Error(`PostgreSQL did not start:\n${outcome.problem}`);
      lastProblem = outcome.problem;
      await sleep(retryMs, stopping.signal);
    }
    throw new Error(`PostgreSQL did not start in ${(tries * retryMs) / 1000} s:\n${lastProblem}`);
  }

  /** Who owns the folder may set the password of its cluster; a process that works with the old one must not lose it. */
  async function giveSecret(): Promise<void> {
    const others = users.others();
    if (others.length > 0)
      throw new Error(
        `The password in ${options.dataDir}/postgres-secret is not the database's, and process ${others.join(', ')} uses the database: stop it first.`,
      );
    await postmaster.stop();
    await setSecret({ native, runAs, cluster: place.cluster, role: superuser, secret: place.secret });
    tell('postgres secret set again', { place: place.root });
  }

  /** Whether the cluster is nobody's now. */
  function leave(): boolean {
    process.off('exit', leaveAtExit);
    users.leave();
    return users.others().length === 0;
  }
  function leaveAtExit(): void {
    if (leave()) postmaster.askToStop();
  }
  async function leaveInOrder(): Promise<void> {
    if (!leave()) return;
    await postmaster.stop();
    tell('postgres stopped', {});
  }

  users.join();
  process.on('exit', leaveAtExit);
  const how = await ensureRunning().catch(async (error: unknown) => {
    await leaveInOrder();
    throw error;
  });
  tell(`postgres ${how}`, { place: place.root });

  const watch: Repeating = repeat(
    watchMs,
    async () => {
      if (!postmaster.isGone()) return;
      tell('postgres died', {});
      const how = await ensureRunning();
      if (how !== 'stopping') tell(`postgres ${how} again`, {});
    },
    (error) => tell('postgres could not be restarted', { error }),
  );

  return {
    connection,
    async stop() {
      stopping.abort();
      await watch.stop();
      await leaveInOrder();
    },
  };
}
