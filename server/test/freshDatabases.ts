/**
 * Databases one after the other for the tests of a file, each as if it had just been made. The one before is emptied, which computes a
 * fraction of what a new one does and keeps its connections, whose caches are full by then. One in which a test changed the schema or
 * the terms, or where something still goes on, is dropped, and a new one made.
 *
 *   const freshDatabase = useFreshDatabases();
 *   beforeEach(async () => void (database = await freshDatabase()));
 *   afterEach(() => database.drop());
 */
import { afterAll } from '@jest/globals';
import type pg from 'pg';
import { createTestDatabase, type OwnDatabase } from './testDatabase';

interface Kept {
  readonly database: OwnDatabase;
  /** Of the schema and of the rows that migrations wrote, as text that is the same while they are. */
  readonly state: string;
  /** The tables of those rows. */
  readonly tables: readonly string[];
}

export function useFreshDatabases(): () => Promise<OwnDatabase> {
  let kept: Kept | undefined;
  afterAll(() => kept?.database.drop());
  return async () => {
    const taken = kept ?? (await newDatabase());
    kept = undefined;
    return {
      ...taken.database,
      async drop() {
        if (kept === undefined && (await becomesEmpty(taken))) kept = taken;
        else await taken.database.drop();
      },
    };
  };
}

async function newDatabase(): Promise<Kept> {
  const database = await createTestDatabase();
  const { rows } = await database.owner.query<{ name: string }>(`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0 order by relname`);
  const tables = rows.map(({ name }) => name);
  return { database, tables, state: await stateOf(database.owner, tables) };
}

/** False: it cannot be used again. */
async function becomesEmpty({ database: { owner }, tables, state }: Kept): Promise<boolean> {
  if ((await isBusy(owner)) || (await stateOf(owner, tables)) !== state) return false;
  const others = `not (quote_ident(c.relname) = any ('{${tables.join(',')}}'::text[]))`;
  await owner.query(`do $$ declare one record; begin
    set local session_replication_role = replica;
    for one in select c.oid::regclass as name from pg_class c
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(c.oid) > 0 and ${others}
    loop execute 'delete from ' || one.name; end loop;
    for one in select format('%I.%I', schemaname, sequencename)::regclass as name, start_value from pg_sequences where last_value is not null
    loop perform setval(one.name, one.start_value, false); end loop;
  end $$`);
  return true;
}

async function isBusy(owner: pg.Pool): Promise<boolean> {
  const { rows } = await owner.query<{ is: boolean }>(`
    select exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and state <> 'idle')
      or exists (select from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())) as is`);
  return rows[0]?.is !== false;
}

/** A definition that is changed becomes a row of a later transaction. */
async function stateOf(owner: pg.Pool, tables: readonly string[]): Promise<string> {
  const definitions = [
    'pg_class',
    'pg_attribute',
    'pg_attrdef',
    'pg_constraint',
    'pg_trigger',
    'pg_proc',
    'pg_rewrite',
    'pg_namespace',
  ];
  const versions = definitions.map((name) => `(select count(*) || ' ' || sum(xmin::text::bigint) from ${name})`);
  const contents = tables.map((name) => `(select count(*) || ' ' || sum(hashtextextended(t::text, 0)) from ${name} t)`);
  const { rows } = await owner.query<{ state: string }>(
    `select concat_ws(';', ${[...versions, ...contents].join(', ')}) as state`,
  );
  return rows[0]?.state ?? '';
}
