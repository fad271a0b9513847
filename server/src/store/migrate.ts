/**
 * Brings the database to this release's shape. Files in migrations/ are plain SQL, applied once in the order of their
 * numbers, each in one transaction, under a lock that lets one node work while others wait. A file that was applied is
 * never edited again: its checksum is kept and compared.
 */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { sha256Hex } from '../platform/random';
import { appRole, type DatabaseAddress } from './database';

export const migrationsDir = join(dirname(fileURLToPath(import.meta.url)), 'migrations');
const lockKey = 7_353_551;
const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/;

export interface Migration {
  readonly id: string;
  readonly sql: string;
  readonly checksum: string;
}

export async function readMigrations(dir: string = migrationsDir): Promise<Migration[]> {
  const found: Migration[] = [];
  for (const file of (await readdir(dir)).sort()) {
    if (!file.endsWith('.sql')) continue;
    const number = fileName.exec(file)?.[1];
    if (number === undefined) throw new Error(`migration ${file} must be named 0000-words.sql`);
    if (found.some((other) => other.id.startsWith(`${number}-`))) throw new Error(`two migrations have the number ${number}`);
    const sql = await readFile(join(dir, file), 'utf8');
    found.push({ id: file.replace(/\.sql$/, ''), sql, checksum: sha256Hex(sql) });
  }
  return found;
}

/** Answers the ids that were applied now. `address` must be the owner's. */
export async function migrate(address: DatabaseAddress, migrations?: readonly Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations());
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000, application_name: 'tessera-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists migration (id text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const known = new Map(
      (await client.query<{ id: string; checksum: string }>('select id, checksum from migration')).rows.map((row) => [
        row.id,
        row.checksum,
      ]),
    );
    for (const id of known.keys()) {
      if (!wanted.some((migration) => migration.id === id)) {
        throw new Error(`the database has migration ${id}, which this release does not know: it was written by a newer release`);
      }
    }
    for (const migration of wanted) {
      const checksum = known.get(migration.id);
      if (checksum === migration.checksum) continue;
      if (checksum !== undefined) throw new Error(`migration ${migration.id} was changed after it was applied`);
      await applyOne(client, migration);
      applied.push(migration.id);
    }
    // The server asks what is pending as its own role, which the first migration makes.
    if (wanted.length > 0) await client.query(`grant select on migration to ${appRole}`);
  } finally {
    // Ending the session frees the lock, also when the connection is broken.
    await client.end().catch(() => undefined);
  }
  return applied;
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into migration (id, checksum) values ($1, $2)', [migration.id, migration.checksum]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`migration ${migration.id} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Of this release: health asks for them again and again, and the files stay as they are while a process runs. */
let ownIds: Promise<readonly string[]> | undefined;

/** Ids that are not applied yet; empty means ready. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  ownIds ??= readMigrations().then((all) => all.map(({ id }) => id));
  const { rows } = await pool.query<{ is: boolean }>(`select to_regclass('migration') is not null as is`);
  const applied = rows[0]?.is === true ? (await pool.query<{ id: string }>('select id from migration')).rows : [];
  const known = new Set(applied.map((row) => row.id));
  return (await ownIds).filter((id) => !known.has(id));
}
