-- When a feed falls silent, an order is decided by the clock two seconds after its instant. From then on the log is closed
-- up to there: a tick that turns up later (it waited while the database was away) is kept, but counts as filled in and
-- decides nothing. Deciding by the clock and writing ticks exclude each other, so there is no moment in between.

create table tick_watermark (
  symbol_id text primary key,
  at_ms bigint not null
);
grant select, insert, update on tick_watermark to tessera_app;

create function tick_lock_shared() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7353552);
  return null;
end $$;
-- Named to run before the row triggers of an insert; plain inserts share the lock, only a decision by the clock holds it alone.
create trigger tick_before_decision before insert on tick for each statement execute function tick_lock_shared();

create function tick_late() returns trigger language plpgsql as $$
begin
  if exists (select from tick_watermark w where w.symbol_id = new.symbol_id and w.at_ms >= new.at_ms) then new.is_live := false; end if;
  return new;
end $$;
create trigger tick_late before insert on tick for each row when (new.is_live) execute function tick_late();

-- For a transaction that is about to decide by the clock: waits for inserts under way and holds new ones off until it ends.
create function close_tick_log(p_symbol text[], p_at_ms bigint[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7353552);
  insert into tick_watermark as known (symbol_id, at_ms)
  select symbol_id, max(at_ms) from unnest(p_symbol, p_at_ms) given (symbol_id, at_ms) group by symbol_id order by symbol_id
  on conflict (symbol_id) do update set at_ms = greatest(known.at_ms, excluded.at_ms);
end $$;
