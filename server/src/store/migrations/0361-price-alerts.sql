-- Prices that people wait for. A row is an alert that waits: the transaction that tells of it takes it away (docs/decisions/0121).

create table price_alert (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  symbol_id text not null,
  direction text not null check (direction in ('above', 'below')),
  price numeric(36, 18) not null check (price > 0 and price <> 'NaN'),
  -- Ticks up to here have been held against it.
  looked_seq bigint not null,
  -- Ticks may have reached it. From its insertion on, so that it looks by itself at those that came meanwhile.
  is_due boolean not null default true,
  set_at_ms bigint not null
);
create unique index price_alert_once on price_alert (user_id, symbol_id, direction, price);
-- A tick finds those that it reaches, and no others.
create index price_alert_by_price on price_alert (symbol_id, direction, price);
create index price_alert_due on price_alert (id) where is_due;

-- How far each symbol's ticks have been held against the alerts. Made with the symbol's first alert.
create table price_alert_cursor (
  symbol_id text primary key,
  seq bigint not null
);
revoke delete, truncate on price_alert_cursor from tessera_app;

-- Holds new ticks against the waiting alerts: moves each symbol's cursor to the head of its log and marks the alerts that the ticks in
-- between reached. One call is both or neither, so that no tick passes an alert by, no matter which process is killed when.
--
-- Why nothing is missed. An alert is due from its insertion, and looks at all ticks after its seq by itself. Once it is not due any
-- more, it is visible to every later run; one that ran before saw older ticks only. An update waits for the transaction that judges
-- the alert, and marks what that leaves.
--
-- The planner takes price and direction for independent, expects to meet every alert, and would read them all: the index is the way.
create function mark_price_alerts() returns void language plpgsql
  set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  run record;
  seen record;
begin
  for run in
    select c.symbol_id, c.seq as from_seq, head.seq as to_seq from price_alert_cursor c join tick_head head using (symbol_id)
    where head.seq > c.seq order by c.symbol_id for update of c skip locked
  loop
    select min(price) as low, max(price) as high into seen from tick
    where symbol_id = run.symbol_id and seq > run.from_seq and seq <= run.to_seq and is_live;
    -- One that is not due has seen every tick before this run.
    update price_alert set is_due = true, looked_seq = case when is_due then looked_seq else greatest(looked_seq, run.from_seq) end
    where symbol_id = run.symbol_id and direction = 'above' and price <= seen.high;
    update price_alert set is_due = true, looked_seq = case when is_due then looked_seq else greatest(looked_seq, run.from_seq) end
    where symbol_id = run.symbol_id and direction = 'below' and price >= seen.low;
    update price_alert_cursor set seq = run.to_seq where symbol_id = run.symbol_id;
  end loop;
end $$;
