-- Leveraged positions. The order row is the position: what it was accepted under never changes, what it is now does until
-- it is closed or cancelled. Every opening and closing is a deal that names the tick which decided it.

-- The terms of a symbol. Rows are never changed: see 0020.
create table leverage_term (
  symbol_id text not null,
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  -- Ascending.
  leverages integer[] not null check (cardinality(leverages) > 0 and 0 < all (leverages)),
  margin_mode text not null check (margin_mode in ('isolated', 'cross')),
  -- Share of the notional, at opening and at closing.
  fee_rate numeric not null check (fee_rate >= 0 and fee_rate <> 'NaN'),
  -- Isolated: liquidation when what is left of the margin is this share of the opening notional.
  maintenance_rate numeric not null check (maintenance_rate >= 0 and maintenance_rate < 1),
  -- Cross: warning, and stop-out, at these margin levels (1 is 100 %).
  margin_call_level numeric not null check (margin_call_level > 0 and margin_call_level <> 'NaN'),
  stop_out_level numeric not null check (stop_out_level > 0 and stop_out_level < margin_call_level),
  -- 'points': price points a night; 'rate': share of the notional a night. Below zero is paid by the holder.
  swap_mode text not null check (swap_mode in ('points', 'rate')),
  swap_long numeric not null check (swap_long <> 'NaN'),
  swap_short numeric not null check (swap_short <> 'NaN'),
  -- 0 Sunday: the weekday whose night counts three times; null: every night counts once.
  triple_weekday smallint check (triple_weekday between 0 and 6),
  -- Minute of the UTC day at which a night is counted.
  rollover_minute smallint not null check (rollover_minute between 0 and 1439),
  -- How far the price may be off the one that the person saw, as a share of it.
  tolerated_move numeric not null check (tolerated_move >= 0 and tolerated_move < 1),
  -- Its price turns the quote currency into USDT; null where no conversion is needed.
  divisor_symbol text,
  primary key (symbol_id, since_version)
);
create unique index leverage_term_current on leverage_term (symbol_id) where until_version is null;

insert into leverage_term (symbol_id, since_version, leverages, margin_mode, fee_rate, maintenance_rate, margin_call_level, stop_out_level,
  swap_mode, swap_long, swap_short, triple_weekday, rollover_minute, tolerated_move, divisor_symbol)
select id, 1, '{1,2,3,5,10,20,50,100}', 'isolated', 0.00055, 0.005, 1, 0.5, 'rate', -0.0003, -0.0001, null, 0, 0.001, null
from symbol where asset_class = 'crypto' and has_leverage and until_version is null
union all
select s.id, 1, case s.asset_class when 'forex' then '{10,20,50,100,200}'::integer[] else '{10,20,50,100}'::integer[] end,
  'cross', case s.asset_class when 'forex' then 0.00003 else 0.00005 end, 0.005, 1, 0.5, 'points', swaps.long, swaps.short, 3, 1320, 0.0002,
  case when s.quote <> 'USD' then 'USD-' || s.quote end
from (values
  ('EUR-USD', -6.5, 2.1), ('GBP-USD', -3.1, -0.9), ('USD-JPY', 9.8, -19.6), ('AUD-USD', -2.4, 0.3), ('USD-CAD', 2.6, -6.4),
  ('USD-CHF', 5.2, -10.9), ('NZD-USD', -1.6, -0.4), ('EUR-JPY', 7.4, -16.8), ('XAU-USD', -520, 210), ('XAG-USD', -9.5, 3.2)
) swaps (id, long, short) join symbol s on s.id = swaps.id and s.until_version is null and s.has_leverage;

create table leverage_order (
  id bigint generated always as identity primary key,
  user_id bigint not null check (user_id > 0),
  mode text not null check (mode in ('real', 'demo')),
  -- Made by the client: a repeat is the same order.
  client_order_id uuid not null,
  symbol_id text not null,
  asset_class text not null check (asset_class in ('crypto', 'forex', 'metal')),
  direction text not null check (direction in ('long', 'short')),
  entrustment text not null check (entrustment in ('market', 'limit')),
  asset text not null references asset,
  lots numeric not null check (lots > 0 and lots <> 'NaN'),
  leverage integer not null check (leverage > 0),
  limit_price numeric check (limit_price > 0 and limit_price <> 'NaN'),
  -- The executable price that the person saw and confirmed.
  seen_price numeric check (seen_price > 0 and seen_price <> 'NaN'),
  -- The terms in force at acceptance.
  catalog_version integer not null references catalog_version,
  rule_version integer not null,
  margin_mode text not null check (margin_mode in ('isolated', 'cross')),
  contract_size numeric not null check (contract_size > 0),
  digits smallint not null,
  fee_rate numeric not null,
  maintenance_rate numeric not null,
  stop_out_level numeric not null,
  spread_below numeric not null,
  spread_above numeric not null,
  tolerated_move numeric not null,
  divisor_symbol text,
  swap_mode text not null check (swap_mode in ('points', 'rate')),
  -- Of the order's direction.
  swap_per_night numeric not null,
  triple_weekday smallint,
  rollover_minute smallint not null,
  -- The tick in force at acceptance.
  accepted_seq bigint not null,
  accepted_price numeric not null,
  accepted_at_ms bigint not null,

  status text not null default 'pending' check (status in ('pending', 'open', 'closing', 'closed', 'cancelled')),
  open_lots numeric not null default 0 check (open_lots >= 0 and open_lots <> 'NaN'),
  -- Held now: of the open lots, or reserved by a pending order; with the fee that a pending order will pay beside it.
  margin numeric(36, 18) not null check (margin >= 0 and margin <> 'NaN'),
  fee_hold numeric(36, 18) not null default 0 check (fee_hold >= 0 and fee_hold <> 'NaN'),
  -- So far: fees paid, swaps (below zero was paid), price differences of the closings, what insurance paid.
  fee numeric(36, 18) not null default 0 check (fee >= 0 and fee <> 'NaN'),
  swap numeric(36, 18) not null default 0 check (swap <> 'NaN'),
  profit numeric(36, 18) not null default 0 check (profit <> 'NaN'),
  insured numeric(36, 18) not null default 0 check (insured >= 0 and insured <> 'NaN'),
  -- Notional of one lot at the opening price or, while pending, the limit or the price at acceptance.
  price_per_lot numeric(36, 18) not null check (price_per_lot > 0),
  open_price numeric,
  opened_seq bigint,
  -- The deciding tick's instant.
  opened_at_ms bigint,
  -- A stop and the instant since which it stands: ticks after it can meet it.
  take_profit numeric check (take_profit > 0),
  tp_since_ms bigint,
  stop_loss numeric check (stop_loss > 0),
  sl_since_ms bigint,
  liquidation_price numeric check (liquidation_price > 0),
  liquidation_since_ms bigint,
  -- A close that the person asked for and that waits for its tick.
  closing_lots numeric check (closing_lots > 0),
  close_asked_at_ms bigint,
  -- Closings so far: how many, and the sum of price × lots.
  closings integer not null default 0,
  close_turnover numeric not null default 0,
  close_reason text check (close_reason in ('user', 'take_profit', 'stop_loss', 'liquidation', 'stop_out')),
  cancel_reason text check (cancel_reason in ('user', 'price_moved', 'no_tick', 'margin')),
  closed_at_ms bigint,
  -- The next rollover that is not booked yet.
  next_swap_ms bigint,
  -- Changed lately: ticks after this instant are judged anew, whatever the cursor says. null: the cursor stands for it.
  look_from_ms bigint,
  hold_journal_id bigint,
  open_journal_id bigint,
  cancel_journal_id bigint,

  unique (user_id, mode, client_order_id),
  check ((entrustment = 'limit') = (limit_price is not null)),
  check ((entrustment = 'market') = (seen_price is not null)),
  check ((open_price is null) = (opened_at_ms is null) and (open_price is null) = (opened_seq is null)),
  check ((status in ('open', 'closing', 'closed')) = (open_price is not null)),
  check ((status in ('open', 'closing')) = (open_lots > 0)),
  check (open_lots <= lots),
  check (status in ('pending', 'open', 'closing') or (margin = 0 and fee_hold = 0)),
  check (status = 'pending' or fee_hold = 0),
  check ((status = 'closing') = (closing_lots is not null) and (closing_lots is null) = (close_asked_at_ms is null)),
  check (closing_lots is null or closing_lots <= open_lots),
  check ((take_profit is null) = (tp_since_ms is null) and (stop_loss is null) = (sl_since_ms is null)),
  check ((liquidation_price is null) = (liquidation_since_ms is null)),
  check ((status = 'cancelled') = (cancel_reason is not null)),
  check (status <> 'closed' or close_reason is not null),
  check ((status in ('closed', 'cancelled')) = (closed_at_ms is not null)),
  check ((status in ('open', 'closing')) = (next_swap_ms is not null))
) with (fillfactor = 70);
create index leverage_order_active on leverage_order (user_id, mode) where status in ('pending', 'open', 'closing');
create index leverage_order_by_symbol on leverage_order (symbol_id) where status in ('pending', 'open', 'closing');
create index leverage_order_look on leverage_order (look_from_ms) where look_from_ms is not null;
create index leverage_order_waiting on leverage_order (symbol_id) where status = 'closing' or (status = 'pending' and entrustment = 'market');
create index leverage_order_swap on leverage_order (next_swap_ms) where next_swap_ms is not null;
create index leverage_order_list on leverage_order (user_id, mode, id desc);

create function leverage_order_guard() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.mode, new.client_order_id, new.symbol_id, new.asset_class, new.direction, new.entrustment, new.asset, new.lots,
      new.leverage, new.limit_price, new.seen_price, new.catalog_version, new.rule_version, new.margin_mode, new.contract_size, new.digits,
      new.fee_rate, new.maintenance_rate, new.stop_out_level, new.spread_below, new.spread_above, new.tolerated_move, new.divisor_symbol,
      new.swap_mode, new.swap_per_night, new.triple_weekday, new.rollover_minute, new.accepted_seq, new.accepted_price, new.accepted_at_ms)
    is distinct from
     (old.user_id, old.mode, old.client_order_id, old.symbol_id, old.asset_class, old.direction, old.entrustment, old.asset, old.lots,
      old.leverage, old.limit_price, old.seen_price, old.catalog_version, old.rule_version, old.margin_mode, old.contract_size, old.digits,
      old.fee_rate, old.maintenance_rate, old.stop_out_level, old.spread_below, old.spread_above, old.tolerated_move, old.divisor_symbol,
      old.swap_mode, old.swap_per_night, old.triple_weekday, old.rollover_minute, old.accepted_seq, old.accepted_price, old.accepted_at_ms)
    or old.status in ('closed', 'cancelled')
    or (old.status <> new.status and not (
      (old.status = 'pending' and new.status in ('open', 'closing', 'closed', 'cancelled'))
      or (old.status in ('open', 'closing') and new.status in ('open', 'closing', 'closed'))))
    or (old.open_price is not null and (new.open_price, new.opened_seq, new.opened_at_ms) is distinct from (old.open_price, old.opened_seq, old.opened_at_ms))
    or (old.hold_journal_id is not null and new.hold_journal_id is distinct from old.hold_journal_id)
    or (old.open_journal_id is not null and new.open_journal_id is distinct from old.open_journal_id)
    or (old.open_price is not null and new.open_lots > old.open_lots)
    or new.fee < old.fee or new.insured < old.insured or new.closings < old.closings
  then
    raise exception 'order % does not change like that', old.id using errcode = 'S0001';
  end if;
  return new;
end $$;
create trigger leverage_order_guard before update on leverage_order for each row execute function leverage_order_guard();
create trigger leverage_order_no_delete before delete on leverage_order for each row execute function refuse_change();
create trigger leverage_order_no_truncate before truncate on leverage_order execute function refuse_change();

create table leverage_deal (
  id bigint generated always as identity primary key,
  order_id bigint not null references leverage_order,
  user_id bigint not null,
  mode text not null check (mode in ('real', 'demo')),
  symbol_id text not null,
  direction text not null check (direction in ('long', 'short')),
  kind text not null check (kind in ('open', 'close')),
  reason text check (reason in ('user', 'take_profit', 'stop_loss', 'liquidation', 'stop_out')),
  lots numeric not null check (lots > 0 and lots <> 'NaN'),
  -- The tick's price with the spread of the deal's side.
  price numeric not null check (price > 0 and price <> 'NaN'),
  tick_seq bigint not null,
  tick_at_ms bigint not null,
  tick_price numeric not null,
  -- Quote units per USDT at the deciding instant, and the tick it was read from.
  divisor numeric not null check (divisor > 0 and divisor <> 'NaN'),
  divisor_symbol text,
  divisor_seq bigint,
  notional numeric(36, 18) not null,
  -- Taken by an opening, released by a closing.
  margin numeric(36, 18) not null check (margin >= 0),
  fee numeric(36, 18) not null check (fee >= 0),
  -- Price difference only; null on an opening.
  profit numeric(36, 18),
  insured numeric(36, 18) not null default 0 check (insured >= 0),
  -- What the tick met, and since when it stood.
  trigger_kind text not null check (trigger_kind in ('market', 'limit', 'close', 'take_profit', 'stop_loss', 'liquidation', 'stop_out')),
  trigger_price numeric,
  trigger_since_ms bigint not null,
  -- Stop-out: {free, stopOutLevel, tick: {symbol, seq}, positions: [{orderId, symbol, direction, lots, contractSize, openPrice, margin,
  -- spreadBelow, spreadAbove, tickSeq, tickPrice, divisor, divisorSymbol, divisorSeq}]} as it stood, so that it can be recomputed.
  account jsonb,
  rule_version integer not null,
  -- The closings of one stop-out share one.
  journal_id bigint not null,
  at_ms bigint not null,
  check ((kind = 'open') = (reason is null) and (kind = 'open') = (profit is null)),
  check ((divisor_symbol is null) = (divisor_seq is null)),
  check ((trigger_kind = 'stop_out') = (account is not null))
);
create index leverage_deal_by_order on leverage_deal (order_id, id);
create index leverage_deal_by_user on leverage_deal (user_id, mode, id desc);
create trigger leverage_deal_append_only before update or delete on leverage_deal for each row execute function refuse_change();
create trigger leverage_deal_no_truncate before truncate on leverage_deal execute function refuse_change();

create table leverage_swap (
  order_id bigint not null references leverage_order,
  rollover_ms bigint not null,
  nights smallint not null check (nights > 0),
  -- Below zero was paid. Less than the terms say when there was no more money to take.
  amount numeric(36, 18) not null check (amount <> 'NaN'),
  -- The tick at or before the rollover that valued it, and the conversion's.
  tick_seq bigint,
  divisor numeric not null,
  -- null when nothing had to be paid.
  journal_id bigint,
  at_ms bigint not null,
  primary key (order_id, rollover_ms)
);
create trigger leverage_swap_append_only before update or delete on leverage_swap for each row execute function refuse_change();
create trigger leverage_swap_no_truncate before truncate on leverage_swap execute function refuse_change();

-- Ticks up to here have been judged for every account that does not wait (next table).
create table leverage_cursor (
  symbol_id text primary key,
  seq bigint not null,
  at_ms bigint not null
);

-- How far an account with cross margin, or one that waits, has been judged. retry_at_ms: it could not be judged further
-- (a conversion's tick is missing, or booking failed) and goes on from judged_ms then, whatever the cursor says.
create table leverage_account (
  user_id bigint not null,
  mode text not null check (mode in ('real', 'demo')),
  judged_ms bigint not null,
  retry_at_ms bigint,
  primary key (user_id, mode)
);
create index leverage_account_retry on leverage_account (retry_at_ms) where retry_at_ms is not null;

revoke insert, update, delete, truncate on leverage_term from tessera_app;
revoke delete, truncate on leverage_order from tessera_app;
revoke update, delete, truncate on leverage_deal, leverage_swap from tessera_app;
revoke delete, truncate on leverage_cursor, leverage_account from tessera_app;
