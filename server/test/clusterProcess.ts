/**
 * One PostgreSQL for a test run, as a process of its own: it starts the cluster in a temporary folder, migrates one
 * template database, tells where on standard output, and takes everything away when its standard input closes, which
 * also happens when the test run is killed.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/EmbeddedPostgres';
import { migrate } from '../src/store/migrate';
import { appRole, staffRole } from '../src/store/database';
import { giveLogin } from '../src/store/ownLogin';

export const templateName = 'tessera_template';

const dataDir = await mkdtemp(join(tmpdir(), 'tessera-test-'));
// As root, PostgreSQL's user has to pass through to its own folder.
await chmod(dataDir, 0o711);
// Nobody cuts the power of a test cluster; without fsync each statement is several times faster.
const postgres = await startEmbeddedPostgres({
  dataDir,
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // By the kernel: the server's own way sends each of a database's thousand files to the disk at once, which took nine tenths of making one.
    file_copy_method: 'clone',
    max_connections: '200',
    // Nobody guesses the passwords of a test cluster, and tests log in thousands of times.
    scram_iterations: '1',
    // With the database's name: many tests share the log (deadlocks.ts).
    log_line_prefix: '%m [%p] %d ',
  },
});
let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
}
process.stdin.on('close', () => void stop()).resume();
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => undefined);

try {
  const admin = new pg.Client({ ...postgres.connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  // The owner's was kept before these settings held.
  await admin.query(`alter role ${admin.escapeIdentifier(postgres.connection.user)} password '${postgres.connection.password}'`);
  await admin.end();
  const template = { ...postgres.connection, database: templateName };
  await migrate(template);
  const owner = new pg.Client(template);
  await owner.connect();
  // The clocks of tests are not the world's.
  await owner.query('update clock_bound set most_ms = 9000000000000000');
  await owner.end();
  const loginOf = async (role: typeof appRole | typeof staffRole, secret: string) => {
    const { user, password } = await giveLogin(template, role, secret);
    return { ...postgres.connection, user, password };
  };
  const cluster = {
    owner: postgres.connection,
    server: await loginOf(appRole, 'server'),
    staff: await loginOf(staffRole, 'staff'),
  };
  process.stdout.write(`${JSON.stringify(cluster)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  await stop();
}
