/**
 * The rows of a test database as they are now, to be had again after each thing that breaks them: one exchange is broken many times.
 *
 *   const putBack = await keepRows(database);
 *   …
 *   await putBack();
 */
import type { TestDatabase } from './testDatabase';

/** `except`: tables that go on, as the tick log does. Sequences go on too, so that no id comes a second time. */
export async function keepRows(
  { owner }: Pick<TestDatabase, 'owner'>,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)`,
    [except],
  );
  const names = rows.map(({ name }) => name);
  await owner.query(`create schema kept; ${names.map((name) => `create table kept.${name} as table ${name}`).join('; ')}`);
  // Only what has changed is written. Replica: no trigger or reference between tables is asked, and what may only grow can be taken away.
  const hasChanged = (name: string): string =>
    `select '${name}' as changed from (
       select count(*) as rows, count(*) filter (where age(t.xmin) < (select age(id::xid) from kept.at)) as written from ${name} t
     ) now where written > 0 or rows <> (select count(*) from kept.${name})`;
  await owner.query(`
    create table kept.at as select pg_current_xact_id() as id;
    create function kept.put_back() returns void language plpgsql as $$
    declare
      name text;
      fields text;
    begin
      set local session_replication_role = replica;
      for name in ${names.map(hasChanged).join(' union all ')} loop
        select string_agg(quote_ident(attname), ', ') into fields from pg_attribute
        where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '';
        execute format('delete from %1$s', name);
        execute format('insert into %1$s (%2$s) overriding system value select %2$s from kept.%1$s', name, fields);
      end loop;
      set local session_replication_role = origin;
    end $$`);
  return async () => void (await owner.query('select kept.put_back()'));
}
