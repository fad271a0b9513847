-- Format 2 of the tick log (shared/src/domain/fairness/tickHash.ts): a tick's hash covers everything that decides. Ticks written
-- before keep format 1 and their hash; from a symbol's first tick of format 2 on there is no way back.

alter table tick
  add column format smallint not null default 1,
  -- By the source's clock, and by ours when it reached us.
  add column source_at_ms bigint,
  add column received_at_ms bigint,
  -- Why it is in the log; `is_live` is true for live ones and nothing else.
  add column kind text;
-- Not valid: it holds for every row of before, and looking at each of them would hold up the start.
alter table tick add constraint tick_format check (
  case format
    when 1 then source_at_ms is null and received_at_ms is null and kind is null
    when 2 then source_at_ms >= 0 and received_at_ms >= 0 and kind in ('live', 'history', 'late') and is_live = (kind = 'live')
      and source_at_ms is not null and received_at_ms is not null and kind is not null
    else false
  end
) not valid;
alter table tick_head add column format smallint not null default 1;

-- The bytes that format 2 hashes. Texts are ASCII; figures are in the wire's form.
create function tick_text(p_text text) returns bytea language sql immutable strict parallel safe
return substring(int4send(length(p_text)) from 4) || convert_to(p_text, 'UTF8');

create function tick_hash(p_previous bytea, t tick) returns bytea language sql immutable parallel safe
return sha256(
  '\x02'::bytea || p_previous || tick_text(t.symbol_id) || int8send(t.seq) || int8send(t.at_ms) || int8send(t.source_at_ms)
  || int8send(t.received_at_ms) || tick_text(trim_scale(t.price)::text) || tick_text(trim_scale(t.bid)::text)
  || tick_text(trim_scale(t.ask)::text) || tick_text(coalesce(trim_scale(t.volume)::text, ''))
  || case t.kind when 'live' then '\x00'::bytea when 'history' then '\x01'::bytea else '\x02'::bytea end
);

-- A tick for a time that the clock has decided was relabelled in silence; its hash covers the label now. It is refused, and the
-- writer comes again with what it is: `late`.
create or replace function tick_late() returns trigger language plpgsql as $$
begin
  if exists (select from tick_watermark w where w.symbol_id = new.symbol_id and w.at_ms >= new.at_ms) then
    raise exception 'tick % % is late: its time was decided by the clock', new.symbol_id, new.seq using errcode = 'T0023';
  end if;
  return new;
end $$;

create or replace function tick_inserted() returns trigger language plpgsql security definer set search_path = public as $$
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
    select symbol_id, seq, at_ms, format, lag(seq) over w as seq_before, lag(at_ms) over w as at_before, lag(format) over w as format_before
    from new_ticks window w as (partition by symbol_id order by seq)
  ) run left join tick_head head on head.symbol_id = run.symbol_id
  where run.seq <> coalesce(run.seq_before, head.seq, 0) + 1 or run.at_ms <= coalesce(run.at_before, head.at_ms, -1)
    or run.format < coalesce(run.format_before, head.format, 1)
  limit 1;
  if broken is not null then
    raise exception 'tick % does not follow from the one before', broken using errcode = 'T0002';
  end if;

  select run.symbol_id || ' ' || run.seq into broken
  from (
    select t.symbol_id, t.seq, t.format, t.hash, tick_hash(coalesce(lag(t.hash) over w, head.hash, decode(repeat('00', 32), 'hex')), t::tick) as computed
    from new_ticks t left join tick_head head on head.symbol_id = t.symbol_id
    window w as (partition by t.symbol_id order by t.seq)
  ) run where run.format = 2 and run.hash <> run.computed
  limit 1;
  if broken is not null then
    raise exception 'the hash of tick % is of something else', broken using errcode = 'T0024';
  end if;

  insert into tick_head as head (symbol_id, seq, at_ms, price, bid, ask, volume, is_live, hash, format)
  select distinct on (symbol_id) symbol_id, seq, at_ms, price, bid, ask, volume, is_live, hash, format from new_ticks order by symbol_id, seq desc
  on conflict (symbol_id) do update set seq = excluded.seq, at_ms = excluded.at_ms, price = excluded.price, bid = excluded.bid,
    ask = excluded.ask, volume = excluded.volume, is_live = excluded.is_live, hash = excluded.hash, format = excluded.format;

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
