-- Spot orders. An order is filled against the modelled book of stored ticks (docs/trading.md); what it was accepted under
-- never changes, what was filled only grows, and an order that ended stays as it ended. What may still be spent stands in
-- coin_hold.
--
-- How ticks find orders: one cursor per symbol walks the log and marks the orders that its new ticks might fill (is_due), in
-- one transaction with its own step; a marked order is then judged by itself, from the last tick it looked at.

alter table account drop constraint account_kind;
alter table account add constraint account_kind check (
  (owner_id <> 0 and kind in ('coin', 'contract', 'stake', 'margin', 'coin_hold'))
  -- trade: what the house gave and took in spot fills.
  or (owner_id = 0 and kind in ('fee', 'pnl', 'custody', 'demo', 'insurance', 'interest', 'trade'))
);

create table spot_term (
  symbol_id text not null,
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  quantity_min numeric not null check (quantity_min > 0 and quantity_min <> 'NaN'),
  quantity_step numeric not null check (quantity_step > 0 and quantity_step <> 'NaN'),
  quantity_max numeric not null check (quantity_max >= quantity_min and quantity_max <> 'NaN'),
  -- Quote units.
  total_min numeric not null check (total_min > 0 and total_min <> 'NaN'),
  fee_rate numeric not null check (fee_rate >= 0 and fee_rate < 1),
  -- A limit may differ from the latest price by this share at most.
  price_band numeric not null check (price_band > 0 and price_band < 1),
  -- A market order takes no level further from the tick's price than this share.
  slippage_cap numeric not null check (slippage_cap > 0 and slippage_cap < 1),
  -- How far the price may have moved since the person saw it.
  tolerated_move numeric not null check (tolerated_move >= 0 and tolerated_move < 1),
  -- Base units of a typical level: the modelled book scales with it.
  level_quantity numeric not null check (level_quantity > 0 and level_quantity <> 'NaN'),
  primary key (symbol_id, since_version)
);
create unique index spot_term_current on spot_term (symbol_id) where until_version is null;

insert into spot_term (symbol_id, since_version, quantity_min, quantity_step, quantity_max, total_min, fee_rate, price_band, slippage_cap, tolerated_move, level_quantity)
select symbol_id, 1, quantity_min, quantity_step, quantity_max, 10, 0.001, 0.2, 0.05, 0.001, level_quantity
from (values
  ('BTC-USDT',  0.00002, 0.00001, 50,      0.25),
  ('ETH-USDT',  0.001,   0.0001,  1000,    6),
  ('BNB-USDT',  0.002,   0.001,   2000,    12),
  ('SOL-USDT',  0.01,    0.001,   20000,   80),
  ('XRP-USDT',  1,       0.1,     1000000, 5000),
  ('ADA-USDT',  2,       0.1,     2000000, 8000),
  ('DOGE-USDT', 5,       1,       5000000, 40000),
  ('DOT-USDT',  0.2,     0.01,    200000,  600),
  ('AVAX-USDT', 0.05,    0.01,    100000,  150),
  ('LINK-USDT', 0.1,     0.01,    100000,  250),
  ('LTC-USDT',  0.01,    0.001,   20000,   40),
  ('TRX-USDT',  5,       1,       5000000, 15000)
) terms (symbol_id, quantity_min, quantity_step, quantity_max, level_quantity);

create table spot_order (
  id bigint generated always as identity primary key,
  user_id bigint not null check (user_id > 0),
  mode text not null check (mode in ('real', 'demo')),
  -- Made by the client: a repeat is the same order.
  client_order_id uuid not null,
  symbol_id text not null,
  base text not null references asset,
  quote text not null references asset,
  side text not null check (side in ('buy', 'sell')),
  entrustment text not null check (entrustment in ('limit', 'market')),
  -- The limit.
  price numeric check (price > 0 and price <> 'NaN'),
  -- Base units asked; null for a market purchase by total.
  quantity numeric(36, 18) check (quantity > 0 and quantity <> 'NaN'),
  -- Quote units asked: a market purchase by total.
  total numeric(36, 18) check (total > 0 and total <> 'NaN'),
  -- Market orders: the price that the person saw and confirmed.
  seen_price numeric check (seen_price > 0 and seen_price <> 'NaN'),
  fee_rate numeric not null check (fee_rate >= 0 and fee_rate < 1),
  rule_version integer not null,
  catalog_version integer not null references catalog_version,
  accepted_price numeric not null,
  accepted_seq bigint not null,
  accepted_at_ms bigint not null,
  -- What was frozen at acceptance: quote units of a purchase (fee included), base units of a sale.
  held numeric(36, 18) not null check (held > 0 and held <> 'NaN'),
  open_journal_id bigint,

  status text not null default 'new' check (status in ('new', 'partial', 'filled', 'cancelling', 'cancelled', 'rejected')),
  -- user and slippage_cap end an order as cancelled, price_moved and no_tick as rejected: then nothing was traded.
  end_reason text check (end_reason in ('user', 'slippage_cap', 'price_moved', 'no_tick')),
  filled numeric(36, 18) not null default 0 check (filled >= 0 and filled <> 'NaN'),
  filled_total numeric(36, 18) not null default 0 check (filled_total >= 0 and filled_total <> 'NaN'),
  fee numeric(36, 18) not null default 0 check (fee >= 0 and fee <> 'NaN'),
  -- What of held still stands in coin_hold.
  frozen numeric(36, 18) not null check (frozen >= 0 and frozen <= held),
  cancel_at_ms bigint,
  -- Ticks up to here have been looked at for this order.
  looked_at_ms bigint not null,
  -- Ticks, or the clock, may decide something about it.
  is_due boolean not null default true,
  updated_at_ms bigint not null,
  ended_at_ms bigint,
  -- Gives back what was left in coin_hold; null when nothing was.
  end_journal_id bigint,
  is_open boolean not null generated always as (status in ('new', 'partial', 'cancelling')) stored,

  unique (user_id, mode, client_order_id),
  check ((entrustment = 'limit') = (price is not null) and (entrustment = 'market') = (seen_price is not null)),
  check ((quantity is null) = (total is not null) and (total is null or (entrustment = 'market' and side = 'buy'))),
  check (filled <= quantity and (filled = 0) = (filled_total = 0)),
  check (status <> 'new' or filled = 0),
  check (status not in ('partial', 'filled') or filled > 0),
  check (status <> 'filled' or quantity is null or filled = quantity),
  check (status <> 'cancelling' or cancel_at_ms is not null),
  check ((status in ('cancelled', 'rejected')) = (end_reason is not null)),
  check (end_reason is null or (status = 'rejected') = (end_reason in ('price_moved', 'no_tick'))),
  check (status <> 'rejected' or filled = 0),
  check (end_reason is distinct from 'user' or cancel_at_ms is not null),
  check ((status in ('filled', 'cancelled', 'rejected')) = (ended_at_ms is not null)),
  check (ended_at_ms is null or (frozen = 0 and not is_due)),
  -- Of a purchase goes what was paid, of a sale what was sold.
  check (ended_at_ms is not null or frozen = held - case side when 'buy' then filled_total + fee else filled end),
  check (case side when 'buy' then filled_total + fee else filled end <= held),
  check (looked_at_ms >= accepted_at_ms)
) with (fillfactor = 80);
create index spot_order_due on spot_order (symbol_id, id) where is_due;
create index spot_order_resting on spot_order (symbol_id, side, price) where is_open and entrustment = 'limit';
create index spot_order_open_by_user on spot_order (user_id, mode, id desc) where is_open;
create index spot_order_list on spot_order (user_id, mode, id desc);

create function spot_order_guard() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.mode, new.client_order_id, new.symbol_id, new.base, new.quote, new.side, new.entrustment, new.price, new.quantity, new.total,
      new.seen_price, new.fee_rate, new.rule_version, new.catalog_version, new.accepted_price, new.accepted_seq, new.accepted_at_ms, new.held)
    is distinct from
     (old.user_id, old.mode, old.client_order_id, old.symbol_id, old.base, old.quote, old.side, old.entrustment, old.price, old.quantity, old.total,
      old.seen_price, old.fee_rate, old.rule_version, old.catalog_version, old.accepted_price, old.accepted_seq, old.accepted_at_ms, old.held)
    or (old.open_journal_id is not null and new.open_journal_id is distinct from old.open_journal_id)
    or (old.cancel_at_ms is not null and new.cancel_at_ms is distinct from old.cancel_at_ms)
    or old.ended_at_ms is not null
    or new.filled < old.filled or new.filled_total < old.filled_total or new.fee < old.fee or new.frozen > old.frozen
    or new.looked_at_ms < old.looked_at_ms
    or (new.status = 'new' and old.status <> 'new') or (new.status = 'partial' and old.status not in ('new', 'partial'))
  then
    raise exception 'spot order % does not change like that', old.id using errcode = 'S0001';
  end if;
  return new;
end $$;
create trigger spot_order_guard before update on spot_order for each row execute function spot_order_guard();
create trigger spot_order_no_delete before delete on spot_order for each row execute function refuse_change();
create trigger spot_order_no_truncate before truncate on spot_order execute function refuse_change();

-- One meeting of an order with the book of one tick, and one journal.
create table spot_fill (
  id bigint generated always as identity primary key,
  order_id bigint not null references spot_order,
  tick_seq bigint not null,
  tick_at_ms bigint not null,
  tick_price numeric not null check (tick_price > 0 and tick_price <> 'NaN'),
  -- Average over the levels taken.
  price numeric not null check (price > 0 and price <> 'NaN'),
  quantity numeric(36, 18) not null check (quantity > 0 and quantity <> 'NaN'),
  total numeric(36, 18) not null check (total > 0 and total <> 'NaN'),
  fee numeric(36, 18) not null check (fee >= 0 and fee <> 'NaN'),
  -- No foreign key, as in 0032; the invariant watch compares fill and journal.
  journal_id bigint not null unique,
  unique (order_id, tick_seq)
);
create trigger spot_fill_append_only before update or delete on spot_fill for each row execute function refuse_change();
create trigger spot_fill_no_truncate before truncate on spot_fill execute function refuse_change();

-- How far each symbol's ticks have been held against the waiting orders. Made with the symbol's first order.
create table spot_cursor (
  symbol_id text primary key,
  seq bigint not null
);

revoke delete, truncate on spot_order from tessera_app;
revoke update, delete, truncate on spot_fill from tessera_app;
revoke delete, truncate on spot_cursor from tessera_app;
