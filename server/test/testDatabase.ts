/**
 * A database of its own for a test file, cloned from the migrated template in some 50 ms.
 *
 *   const database = useTestDatabase();          // at the top of the file
 *   await database.db.selectFrom('account')…     // in tests
 *
 * The pool has the server's own login, and `staff` that of who acts for operators; `owner` acts as the database's owner, for what a test must force.
 */
import { afterAll, beforeAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createLog } from '../src/platform/log';
import { openDatabase, staffRole, type Database, type DatabaseAddress, type Db } from '../src/store/database';

export interface TestDatabase {
  /** The owner's. */
  readonly address: DatabaseAddress;
  readonly database: Database;
  readonly db: Db;
  readonly owner: pg.Pool;
  readonly staff: Database;
}

export type OwnDatabase = TestDatabase & { drop(): Promise<void> };

/** Opens before all tests of the file and drops after them. Reading a property earlier throws. */
export function useTestDatabase(): TestDatabase {
  let opened: OwnDatabase | undefined;
  const ready = () => {
    if (opened === undefined) throw new Error('the test database is ready inside tests and hooks only');
    return opened;
  };
  beforeAll(async () => {
    opened = await createTestDatabase();
  });
  afterAll(async () => {
    await opened?.drop();
  });
  return {
    get address() {
      return ready().address;
    },
    get database() {
      return ready().database;
    },
    get db() {
      return ready().db;
    },
    get owner() {
      return ready().owner;
    },
    get staff() {
      return ready().staff;
    },
  };
}

export async function createTestDatabase(): Promise<OwnDatabase> {
  const text = process.env['TESSERA_TEST_CLUSTER'];
  if (text === undefined) throw new Error('no test cluster: run this through server/jest.config.mjs');
  const cluster = JSON.parse(text) as Readonly<Record<'owner' | 'server' | 'staff', DatabaseAddress>>;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // By copying files: nothing of a test cluster must outlive its machine, and the other way writes every page into the log.
  await asAdmin(cluster.owner, `create database ${name} template tessera_template strategy file_copy`);
  const address = { ...cluster.owner, database: name };
  const log = createLog({ logLevel: 'silent' });
  const database = openDatabase({ address: { ...cluster.server, database: name }, poolSize: 6, log });
  const staff = openDatabase({ address: { ...cluster.staff, database: name }, role: staffRole, poolSize: 3, log });
  const owner = new pg.Pool({ ...address, max: 4 });
  owner.on('error', () => undefined);
  for (const pool of [database.pool, staff.pool, owner]) keepWhenRefused(pool);
  return {
    address,
    database,
    db: database.db,
    owner,
    staff,
    async drop() {
      await database.close();
      await staff.close();
      await owner.end();
      await asAdmin(cluster.owner, `drop database if exists ${name} with (force)`);
    },
  };
}

/** A pool ends the connection whose statement was refused. Tests have hundreds refused, and a new connection computes 15 to 30 ms. */
function keepWhenRefused(pool: pg.Pool): void {
  pool.query = (async (...statement: Parameters<pg.PoolClient['query']>) => {
    const client = await pool.connect();
    try {
      return await (client.query(...statement) as unknown as Promise<pg.QueryResult>);
    } finally {
      client.release();
    }
  }) as pg.Pool['query'];
}

let admin: pg.Pool | undefined;

/** By one connection for all files of this worker, which does not keep it running. */
async function asAdmin(cluster: DatabaseAddress, statement: string): Promise<void> {
  if (admin === undefined) {
    admin = new pg.Pool({ ...cluster, database: 'postgres', max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    admin.on('error', () => undefined);
  }
  await admin.query(statement);
}
