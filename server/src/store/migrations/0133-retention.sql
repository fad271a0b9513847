-- Retention that always gets on. It walks the log of each symbol once, some thousand ticks at a time, and remembers how far it
-- came. What it passed and left is kept for ever.
--
-- A range names the ticks that decided something, and from where they must be seen. A proof also needs the run on to the next
-- anchored tick, a minute at most: retention adds it when the anchors are known. Until now 2,000 ticks were written into the
-- range instead, which kept far more.
create temporary table tick_keep_narrowed on commit drop as
  select distinct symbol_id, from_seq, greatest(from_seq + 1, to_seq - 1999) as to_seq from tick_keep;
-- Not in place: a narrowed range may be equal to one that has its turn later.
delete from tick_keep;
insert into tick_keep select symbol_id, from_seq, to_seq from tick_keep_narrowed;
create index tick_keep_range on tick_keep using gist (int8range(from_seq, to_seq, '[]'));

create table tick_retention (
  symbol_id text primary key,
  -- Ticks up to here were judged.
  seq bigint not null
);
revoke insert, update, delete, truncate on tick_retention from tessera_app;

-- Judges the next p_most ticks of a symbol that are older than p_before_ms, and never younger than a day: deletes those that
-- no kept range needs. Answers how many it deleted, and whether it has come to the younger ones. Only this may delete ticks.
create function forget_ticks(p_symbol text, p_before_ms bigint, p_most int, out deleted int, out is_done boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- Further than this from its last tick no range is carried on to an anchor.
  reach constant bigint := 2000;
  anchor_wait_ms constant bigint := 600000;
  begun bigint;
  judged record;
  kept int8multirange;
begin
  insert into tick_retention values (p_symbol, 0) on conflict do nothing;
  -- Whoever came second waits, and goes on from where the first one stopped.
  select seq into begun from tick_retention where symbol_id = p_symbol for update;
  select max(seq) as seq, min(at_ms) as from_ms, max(at_ms) as to_ms, count(*) as ticks into judged from (
    select t.seq, t.at_ms from tick_head head join tick t on t.symbol_id = head.symbol_id
    where head.symbol_id = p_symbol and t.seq > begun and t.seq < head.seq
      and t.at_ms < least(p_before_ms, head.at_ms - 86400000)
    order by t.seq limit p_most
  ) old;
  is_done := judged.ticks < p_most;
  deleted := 0;
  if judged.ticks = 0 then return; end if;

  with anchored as (
    select (heads -> p_symbol ->> 'seq')::bigint as seq from tick_anchor
    where minute_ms between judged.from_ms - anchor_wait_ms and judged.to_ms + anchor_wait_ms and heads ? p_symbol
  ), ranges as (
    select unnest(range_agg(int8range(from_seq, to_seq, '[]'))) as range from tick_keep
    where symbol_id = p_symbol and int8range(from_seq, to_seq, '[]') && int8range(begun - reach, judged.seq, '[]')
  )
  select range_agg(int8range(lower(range), coalesce((
      select min(seq) from anchored where seq >= upper(range) - 1 and seq < upper(range) + reach), upper(range) - 1), '[]'))
  into kept from ranges;

  -- Not as a setting of the function: only a superuser may define one with a setting that PostgreSQL does not know.
  perform set_config('tessera.tick_retention', 'on', true);
  delete from tick where symbol_id = p_symbol and seq > begun and seq <= judged.seq and (kept is null or not kept @> seq);
  get diagnostics deleted = row_count;
  perform set_config('tessera.tick_retention', 'off', true);
  update tick_retention set seq = judged.seq where symbol_id = p_symbol;
end $$;
revoke execute on function forget_ticks from public;
grant execute on function forget_ticks to tessera_app;
