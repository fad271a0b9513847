/** The database, found or started, brought to this release's shape and opened as the server's role. */
import pg from 'pg';
import type { Config } from '../platform/config';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/embedded-postgres/EmbeddedPostgres';
import type { Log } from '../platform/log';
import { openDatabase, type Database, type DatabaseAddress } from './database';
import { createDatabaseWatch, type DatabaseWatch } from './databaseWatch';
import { migrate } from './migrate';

export const databaseName = 'tessera';

export interface Store {
  readonly database: Database;
  /** Not started. */
  readonly watch: DatabaseWatch;
  /** As the owner: for migrations and operators only. */
  readonly ownerAddress: DatabaseAddress;
  close(): Promise<void>;
}

export async function openStore(options: {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'databasePoolSize'>;
  readonly log: Log;
  /** A database that is there already, for tests. */
  readonly address?: DatabaseAddress;
  /** How long one statement may run, where it is more than usual. */
  readonly statementLimitMs?: number;
}): Promise<Store> {
  const { config, log } = options;
  let postgres: EmbeddedPostgres | undefined;
  let ownerAddress = options.address;
  if (ownerAddress === undefined && config.databaseUrl !== undefined) ownerAddress = { connectionString: config.databaseUrl };
  if (ownerAddress === undefined) {
    postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      onEvent: (event, details) => log.info(details, event),
    });
    ownerAddress = { ...postgres.connection, database: databaseName };
  }
  try {
    if (postgres !== undefined) await createDatabaseOnce({ ...postgres.connection, database: 'postgres' });
    const applied = await migrate(ownerAddress);
    if (applied.length > 0) log.info({ applied }, 'migrations applied');
    const watching = openDatabase({ address: ownerAddress, poolSize: 1, log, asAppRole: true });
    const watch = createDatabaseWatch({ pool: watching.pool, log });
    const database = openDatabase({
      address: ownerAddress,
      poolSize: config.databasePoolSize,
      log,
      asAppRole: true,
      ...(options.statementLimitMs === undefined ? {} : { statementLimitMs: options.statementLimitMs }),
      onError: watch.noticed,
    });
    return {
      database,
      watch,
      ownerAddress,
      async close() {
        await watch.stop();
        await watching.close();
        await database.close();
        await postgres?.stop();
      },
    };
  } catch (error) {
    await postgres?.stop();
    throw error;
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
