-- A function that guards a table reads other tables by their bare names, and a temporary table of the same name would stand before
-- ours, also where it is not named in the path: whoever has the server's login could show a guard approvals, rules or prices of his own
-- making. Every function looks at ours first.
do $$
declare
  guard record;
begin
  for guard in
    select p.oid::regprocedure as named from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and (l.lanname = 'plpgsql' or p.prosecdef)
      and not coalesce('search_path=public, pg_temp' = any (p.proconfig), false)
  loop
    execute format('alter function %s set search_path = public, pg_temp', guard.named);
  end loop;
end $$;
