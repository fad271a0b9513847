/**
 * The database, found or started, brought to this release's shape by its owner, and opened with the server's own login, or with that of who acts for
 * operators.
 *
 * The embedded one has all three logins, each with its secret below DATA_DIR. With one of your own, DATABASE_OWNER_URL is the owner's,
 * DATABASE_URL the server's and DATABASE_STAFF_URL the operators'; DATABASE_URL alone is taken for all, which is said, or, when it is the
 * server's login, finds the migrations applied: so the other processes of an exchange start, and further nodes may.
 */
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../platform/config';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/embedded-postgres/EmbeddedPostgres';
import type { Log } from '../platform/log';
import { readOrMakeSecret } from '../platform/readOrMakeSecret';
import { stopInOrder } from '../platform/stopInOrder';
import { appRole, openDatabase, staffRole, type Database, type DatabaseAddress } from './database';
import { createDatabaseWatch, type DatabaseWatch } from './databaseWatch';
import { migrate, pendingMigrations } from './migrate';
import { giveLogin, keepClockBound, loginOf } from './ownLogin';

const databaseName = 'tessera';
const closeLimitMs = 4_000;

export interface Store {
  readonly database: Database;
  /** Not started. */
  readonly watch: DatabaseWatch;
  /** With the server's login. */
  readonly address: DatabaseAddress;
  /** With the operators'; undefined: it is kept from this process. */
  readonly staffAddress: DatabaseAddress | undefined;
  close(): Promise<void>;
}

export interface OpenStoreOptions {
  readonly config: Pick<
    Config,
    'databaseUrl' | 'databaseOwnerUrl' | 'databaseStaffUrl' | 'dataDir' | 'databasePoolSize' | 'clockBoundMs'
  >;
  readonly log: Log;
  /** A database that is there already, for tests. */
  readonly address?: DatabaseAddress;
  /** How long one statement may run, where it is more than usual. */
  readonly statementLimitMs?: number;
  /** `database` has the operators' login. */
  readonly asStaff?: boolean;
}

type Addresses = Pick<Store, 'address' | 'staffAddress'>;

export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const { config, log } = options;
  const given = options.address ?? urlAddress(config.databaseUrl);
  const postgres = given === undefined ? await startPostgres(options) : undefined;
  try {
    const addresses = await (postgres === undefined ? ownDatabase(options, given ?? {}) : embeddedDatabase(options, postgres));
    const { address } = options.asStaff === true ? { address: requireStaff(addresses) } : addresses;
    const role = options.asStaff === true ? staffRole : appRole;
    const watching = openDatabase({ address, role, poolSize: 1, log });
    const watch = createDatabaseWatch({ pool: watching.pool, log });
    const database = openDatabase({
      address,
      role,
      poolSize: config.databasePoolSize,
      log,
      ...(options.statementLimitMs === undefined ? {} : { statementLimitMs: options.statementLimitMs }),
      onError: watch.noticed,
    });
    return {
      database,
      watch,
      ...addresses,
      async close() {
        await stopInOrder(
          [
            ['watch over the database', () => watch.stop()],
            ['its connection', () => watching.close()],
            ['connections', () => database.close()],
          ],
          { log, limitMs: closeLimitMs },
        );
        await postgres?.stop();
      },
    };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

const urlAddress = (url: string | undefined): DatabaseAddress | undefined =>
  url === undefined ? undefined : { connectionString: url };

function startPostgres({ config, log }: OpenStoreOptions): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir: config.dataDir, onEvent: (event, details) => log.info(details, event) });
}

/** Throws an Error in words. */
function requireStaff({ staffAddress }: Addresses): DatabaseAddress {
  if (staffAddress === undefined)
    throw new Error(`Operators act by a login of their own: set DATABASE_STAFF_URL, with ${staffRole}, beside DATABASE_URL.`);
  return staffAddress;
}

async function embeddedDatabase(options: OpenStoreOptions, { connection }: EmbeddedPostgres): Promise<Addresses> {
  const owner = { ...connection, database: databaseName };
  await createDatabaseOnce({ ...connection, database: 'postgres' });
  await applyMigrations(owner, options);
  const secret = (name: string) => readOrMakeSecret(join(options.config.dataDir, name));
  return {
    address: await giveLogin(owner, appRole, await secret('postgres-server-secret')),
    staffAddress: await giveLogin(owner, staffRole, await secret('postgres-staff-secret')),
  };
}

/** Throws an Error in words when the logins are not what they have to be. */
async function ownDatabase(options: OpenStoreOptions, address: DatabaseAddress): Promise<Addresses> {
  const { config, log } = options;
  const owner = urlAddress(config.databaseOwnerUrl);
  if (owner !== undefined) await applyMigrations(owner, options);
  const login = await loginOf(address);
  if (login === appRole) {
    if (owner === undefined) await requireNoMigration(options, address);
    return { address, staffAddress: await staffLogin(urlAddress(config.databaseStaffUrl)) };
  }
  if (owner !== undefined)
    throw new Error(
      `DATABASE_URL logs in as ${login}: beside DATABASE_OWNER_URL it has to be ${appRole}, the server's own role.`,
    );
  await applyMigrations(address, options);
  if (options.address === undefined)
    log.warn(
      `the server logs in as the owner of its database and could lay its bounds down: set DATABASE_OWNER_URL, and ${appRole} in DATABASE_URL`,
    );
  return { address, staffAddress: address };
}

async function staffLogin(address: DatabaseAddress | undefined): Promise<DatabaseAddress | undefined> {
  const login = address && (await loginOf(address));
  if (login !== undefined && login !== staffRole)
    throw new Error(`DATABASE_STAFF_URL logs in as ${login}: it has to be ${staffRole}, the role that acts for operators.`);
  return address;
}

async function applyMigrations(owner: DatabaseAddress, { config, log }: OpenStoreOptions): Promise<void> {
  const applied = await migrate(owner);
  if (applied.length > 0) log.info({ applied }, 'migrations applied');
  if (config.clockBoundMs !== undefined) await keepClockBound(owner, config.clockBoundMs);
}

async function requireNoMigration({ log }: OpenStoreOptions, address: DatabaseAddress): Promise<void> {
  const asking = openDatabase({ address, poolSize: 1, log });
  try {
    const pending = await pendingMigrations(asking.pool);
    if (pending.length > 0) throw new Error(`Migrations are missing (${pending.join(', ')}): they need DATABASE_OWNER_URL.`);
  } finally {
    await asking.close();
  }
}

async function createDatabaseOnce(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client(address);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
