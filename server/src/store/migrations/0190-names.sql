-- The tables of seconds contracts carry the product's whole name, as those of the other products do. Their indexes, constraints,
-- sequences, triggers and functions follow.
do $$
declare
  found record;
begin
  for found in
    select c.oid::regclass as object, relname as name, relkind as kind from pg_class c
    where relnamespace = 'public'::regnamespace and relname like 'sec\_%' and relkind in ('r', 'S')
  loop
    execute format('alter %s %s rename to %I', case found.kind when 'S' then 'sequence' else 'table' end, found.object,
      'seconds_' || substr(found.name, 5));
  end loop;
  for found in
    select conrelid::regclass as object, conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and conname like 'sec\_%' and conrelid <> 0 and contype <> 't'
  loop
    execute format('alter table %s rename constraint %I to %I', found.object, found.name, 'seconds_' || substr(found.name, 5));
  end loop;
  for found in
    select c.oid::regclass as object, relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relname like 'sec\_%' and relkind = 'i'
  loop
    execute format('alter index %s rename to %I', found.object, 'seconds_' || substr(found.name, 5));
  end loop;
  for found in
    select tgrelid::regclass as object, tgname as name from pg_trigger where tgname like 'sec\_%' and not tgisinternal
  loop
    execute format('alter trigger %I on %s rename to %I', found.name, found.object, 'seconds_' || substr(found.name, 5));
  end loop;
  for found in
    select oid::regprocedure as object, proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname like 'sec\_%'
  loop
    execute format('alter function %s rename to %I', found.object, 'seconds_' || substr(found.name, 5));
  end loop;
  -- A function's body is text: it is made again with the new name.
  for found in
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~ '\msec_order\M'
  loop
    execute regexp_replace(found.definition, '\msec_order\M', 'seconds_order', 'g');
  end loop;
end $$;
