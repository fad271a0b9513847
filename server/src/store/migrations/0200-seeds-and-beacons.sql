-- A day of the feed is committed to by its seed's hash, then drawn with its beacon and opening prices when it begins, then revealed
-- with its seed. Until it is revealed the seed is nowhere in the database (version 2). Days of version 1 stay as they are.
alter table feed_day
  add column version int not null default 1,
  -- Each further one replaces a seed that was lost.
  add column attempt int not null default 1,
  -- The entry of the public record that says so.
  add column record_seq bigint,
  -- SHA-256 of the value that the exchange itself adds where no network does.
  add column beacon_hash text,
  -- {"kind": "local"} or {"kind": "drand", "chain": …}: fixed with the commitment.
  add column beacon_plan jsonb,
  add column drawn_from_ms bigint,
  add column beacon jsonb,
  add column lost_at_ms bigint;
alter table feed_day drop constraint feed_day_pkey;
alter table feed_day add primary key (day, source, attempt);
alter table feed_day add constraint feed_day_seed_outside
  check (version = 1 or (record_seq is not null and beacon_plan is not null and (seed is null) = (revealed_at_ms is null)));

-- What may still come to a row, each once.
create or replace function feed_day_revealed() returns trigger language plpgsql set search_path = public as $$
declare
  changed text[];
begin
  select coalesce(array_agg(n.key order by n.key), '{}') into changed
  from jsonb_each(to_jsonb(new)) n where n.value is distinct from to_jsonb(old) -> n.key;
  if old.revealed_at_ms is null and (
    (old.version = 1 and changed = array['revealed_at_ms'])
    or (old.version > 1 and changed = array['revealed_at_ms', 'seed'] and encode(sha256(decode(new.seed, 'hex')), 'hex') = old.seed_hash)
    or (old.version > 1 and changed = array['lost_at_ms'] and old.lost_at_ms is null)
    or (old.version > 1 and changed <@ array['beacon', 'drawn_from_ms', 'opening'] and old.drawn_from_ms is null
        and new.drawn_from_ms is not null and new.beacon is not null and old.lost_at_ms is null)
  ) then
    return new;
  end if;
  raise exception 'a day of the feed is committed to' using errcode = 'T0005';
end $$;

-- The server's role fills in a row through these alone.
create function draw_feed_day(p_seed_hash text, p_from_ms bigint, p_beacon jsonb, p_opening jsonb) returns void
language sql security definer set search_path = public as $$
  update feed_day set drawn_from_ms = p_from_ms, beacon = p_beacon, opening = p_opening where seed_hash = p_seed_hash and version > 1;
$$;
create function reveal_feed_day(p_seed text, p_now_ms bigint) returns void
language sql security definer set search_path = public as $$
  update feed_day set seed = p_seed, revealed_at_ms = p_now_ms
  where seed_hash = encode(sha256(decode(p_seed, 'hex')), 'hex') and version > 1;
$$;
create function lose_feed_day(p_seed_hash text, p_now_ms bigint) returns void
language sql security definer set search_path = public as $$
  update feed_day set lost_at_ms = p_now_ms where seed_hash = p_seed_hash and version > 1;
$$;
revoke execute on function draw_feed_day, reveal_feed_day, lose_feed_day from public;
grant execute on function draw_feed_day, reveal_feed_day, lose_feed_day to tessera_app;
