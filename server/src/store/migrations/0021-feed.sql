-- The tick log and everything derived from it. One leader writes it: the lease's epoch grows with every change of leader,
-- every tick carries it, and an insert with an old epoch fails. Candles exist only as this log's shadow.

create table lease (
  name text primary key,
  holder text not null,
  epoch bigint not null,
  until_ms bigint not null
);

-- Which source fed an epoch, so that a receipt can name it.
create table feed_epoch (
  epoch bigint primary key,
  source text not null check (source in ('simulated', 'replay', 'live')),
  started_at_ms bigint not null
);

-- seed is secret until revealed_at_ms is set; only the handler of fairness/days reads this table for the outside.
create table feed_day (
  day date not null,
  source text not null check (source in ('simulated', 'replay', 'live')),
  seed_hash text,
  seed text,
  published_at_ms bigint not null,
  revealed_at_ms bigint,
  -- symbol → opening price, and symbol → the model's parameters.
  opening jsonb not null,
  parameters jsonb not null,
  primary key (day, source)
);

create table tick (
  symbol_id text not null,
  seq bigint not null check (seq > 0),
  at_ms bigint not null,
  price numeric not null check (price > 0 and price <> 'NaN'),
  bid numeric not null check (bid > 0 and bid <> 'NaN'),
  ask numeric not null check (ask >= bid and ask <> 'NaN'),
  -- Base units traded with this tick; null where the source has none.
  volume numeric check (volume >= 0 and volume <> 'NaN'),
  epoch bigint not null,
  -- False: filled in afterwards (history, or a time when no leader ran). Never decides an order.
  is_live boolean not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (symbol_id, seq)
);
create unique index tick_by_time on tick (symbol_id, at_ms);
create index tick_age on tick using brin (at_ms);

-- The newest tick of each symbol.
create table tick_head (
  symbol_id text primary key,
  seq bigint not null,
  at_ms bigint not null,
  price numeric not null,
  bid numeric not null,
  ask numeric not null,
  volume numeric,
  is_live boolean not null,
  hash bytea not null
) with (fillfactor = 50);

-- Ranges that retention leaves alone, because a receipt refers to them.
create table tick_keep (
  symbol_id text not null,
  from_seq bigint not null,
  to_seq bigint not null check (to_seq >= from_seq),
  primary key (symbol_id, from_seq, to_seq)
);

-- One row a minute: all symbols' last hashes before minute_ms, chained to the row before.
create table tick_anchor (
  minute_ms bigint primary key,
  root text not null,
  previous_root text not null,
  heads jsonb not null
);

create table candle (
  symbol_id text not null,
  span text not null check (span in ('1m', '1h', '1d')),
  at_ms bigint not null,
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  volume numeric,
  turnover numeric,
  first_seq bigint not null,
  last_seq bigint not null,
  primary key (symbol_id, span, at_ms)
) with (fillfactor = 80);

-- Fence, order and derivation, in the inserting transaction. FOR SHARE makes a change of leader wait for inserts under way.
-- It runs with the owner's rights: the server's own role may append ticks, but cannot write a candle or a head itself.
create function tick_inserted() returns trigger language plpgsql security definer set search_path = public as $$
declare
  leader_epoch bigint;
  broken text;
begin
  select epoch into leader_epoch from lease where name = 'feed' for share;
  if leader_epoch is null or exists (select from new_ticks where epoch <> leader_epoch) then
    raise exception 'ticks of a leader that is no longer one' using errcode = 'T0001';
  end if;

  select run.symbol_id || ' ' || run.seq into broken
  from (
    select symbol_id, seq, at_ms, lag(seq) over w as seq_before, lag(at_ms) over w as at_before
    from new_ticks window w as (partition by symbol_id order by seq)
  ) run left join tick_head head on head.symbol_id = run.symbol_id
  where run.seq <> coalesce(run.seq_before, head.seq, 0) + 1 or run.at_ms <= coalesce(run.at_before, head.at_ms, -1)
  limit 1;
  if broken is not null then
    raise exception 'tick % does not follow from the one before', broken using errcode = 'T0002';
  end if;

  insert into tick_head as head (symbol_id, seq, at_ms, price, bid, ask, volume, is_live, hash)
  select distinct on (symbol_id) symbol_id, seq, at_ms, price, bid, ask, volume, is_live, hash from new_ticks order by symbol_id, seq desc
  on conflict (symbol_id) do update set seq = excluded.seq, at_ms = excluded.at_ms, price = excluded.price, bid = excluded.bid,
    ask = excluded.ask, volume = excluded.volume, is_live = excluded.is_live, hash = excluded.hash;

  insert into candle as known (symbol_id, span, at_ms, open, high, low, close, volume, turnover, first_seq, last_seq)
  -- The smallest and the largest [seq, price] hold the first and the last price.
  select t.symbol_id, s.span, t.at_ms - t.at_ms % s.ms, (min(array[t.seq, t.price]))[2], max(t.price), min(t.price),
    (max(array[t.seq, t.price]))[2], sum(t.volume), sum(t.volume * t.price), min(t.seq), max(t.seq)
  from new_ticks t cross join (values ('1m', 60000), ('1h', 3600000), ('1d', 86400000)) s (span, ms)
  group by t.symbol_id, s.span, t.at_ms - t.at_ms % s.ms
  on conflict (symbol_id, span, at_ms) do update set
    high = greatest(known.high, excluded.high), low = least(known.low, excluded.low), close = excluded.close,
    volume = coalesce(known.volume + excluded.volume, known.volume, excluded.volume),
    turnover = coalesce(known.turnover + excluded.turnover, known.turnover, excluded.turnover),
    last_seq = excluded.last_seq;
  return null;
end $$;
create trigger tick_inserted after insert on tick referencing new table as new_ticks for each statement execute function tick_inserted();

-- Retention is the one that deletes, and says so for its transaction.
create function tick_unchanged() returns trigger language plpgsql set search_path = public as $$
begin
  if tg_op = 'DELETE' and current_setting('tessera.tick_retention', true) = 'on' then return null; end if;
  raise exception 'the tick log is append-only' using errcode = 'T0003';
end $$;
create trigger tick_unchanged before update or delete on tick for each statement execute function tick_unchanged();
create trigger tick_anchor_unchanged before update or delete on tick_anchor for each statement execute function tick_unchanged();
revoke update, truncate on tick from tessera_app;
revoke update, delete, truncate on tick_anchor from tessera_app;
revoke insert, update, delete, truncate on tick_head from tessera_app;
revoke insert, update, delete, truncate on candle from tessera_app;

create function candle_derived() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then raise exception 'candles are derived from ticks' using errcode = 'T0004'; end if;
  return null;
end $$;
create trigger candle_derived before insert or update or delete on candle for each statement execute function candle_derived();
