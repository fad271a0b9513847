-- Loans of USDT against coins and Interest Treasure orders. On what terms, by days: as the other terms, in tables of their own.
create table loan_term (
  days integer not null check (days between 1 and 3650),
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  has_loan boolean not null,
  -- Shares a day of the principal that is owed: until it is due, and from then on.
  daily_rate numeric(9,6) not null check (daily_rate > 0 and daily_rate < 1),
  overdue_rate numeric(9,6) not null check (overdue_rate >= daily_rate and overdue_rate < 1),
  -- So many days of interest are owed from the start.
  min_days integer not null check (min_days between 0 and days),
  loan_min numeric(36,18) not null check (loan_min > 0 and loan_min <> 'NaN'),
  loan_max numeric(36,18) not null check (loan_max >= loan_min and loan_max <> 'NaN'),
  initial_ltv numeric(9,6) not null check (initial_ltv > 0),
  call_ltv numeric(9,6) not null check (call_ltv > initial_ltv),
  liquidation_ltv numeric(9,6) not null check (liquidation_ltv > call_ltv and liquidation_ltv < 1),
  -- A share of what is sold in a liquidation.
  liquidation_fee numeric(9,6) not null check (liquidation_fee >= 0 and liquidation_fee < 1),
  has_review boolean not null,
  primary key (days, since_version)
);
create unique index loan_term_current on loan_term (days) where until_version is null;

-- What is taken as collateral, and the share of its price that counts. USDT stands for Interest Treasure orders.
create table collateral_term (
  asset text not null references asset,
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  has_collateral boolean not null,
  weight numeric(9,6) not null check (weight > 0 and weight <= 1),
  primary key (asset, since_version)
);
create unique index collateral_term_current on collateral_term (asset) where until_version is null;
revoke insert, update, delete, truncate on loan_term, collateral_term from tessera_app;
insert into changeable_terms values
  ('loan', 'loan_term', '{days}', '{has_loan,daily_rate,overdue_rate,min_days,loan_min,loan_max,initial_ltv,call_ltv,liquidation_ltv,liquidation_fee,has_review}'),
  ('collateral', 'collateral_term', '{asset}', '{has_collateral,weight}');

insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'Loans'
from catalog_version having exists (select from public_record where kind = 'terms');

insert into loan_term (days, since_version, has_loan, daily_rate, overdue_rate, min_days, loan_min, loan_max, initial_ltv, call_ltv, liquidation_ltv, liquidation_fee, has_review)
select days, (select max(version) from catalog_version), true, daily_rate, overdue_rate, min_days, loan_min, loan_max, 0.65, 0.75, 0.83, 0.01, has_review
from (values
  (7, 0.0006, 0.0012, 1, 100, 20000, false),
  (30, 0.0005, 0.001, 1, 100, 50000, false),
  (90, 0.0004, 0.0008, 3, 1000, 200000, true)
) term (days, daily_rate, overdue_rate, min_days, loan_min, loan_max, has_review);

insert into collateral_term (asset, since_version, has_collateral, weight)
select asset, (select max(version) from catalog_version), true, weight
from (values ('USDT', 0.95), ('BTC', 1), ('ETH', 1), ('BNB', 0.9), ('SOL', 0.9), ('XRP', 0.85), ('ADA', 0.8), ('DOGE', 0.75), ('LTC', 0.85), ('LINK', 0.8), ('AVAX', 0.8), ('TRX', 0.8)) term (asset, weight);

-- One operator; from this much in USDT on two.
insert into review_kind values ('loan', 'treasury');
insert into review_rule values ('loan', 0, 1), ('loan', 20000, 2);

-- A loan: the terms as they were when it was made, and how it stands.
create table loan (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  mode text not null check (mode in ('real', 'demo')),
  client_order_id uuid not null,
  asset text not null references asset,
  principal numeric(36,18) not null check (principal > 0 and principal <> 'NaN'),
  days integer not null,
  daily_rate numeric(9,6) not null,
  overdue_rate numeric(9,6) not null,
  min_days integer not null,
  initial_ltv numeric(9,6) not null,
  call_ltv numeric(9,6) not null,
  liquidation_ltv numeric(9,6) not null,
  liquidation_fee numeric(9,6) not null,
  catalog_version integer not null references catalog_version,
  asked_at_ms bigint not null,
  review_id text unique,
  status text not null check (status in ('pending_review', 'open', 'overdue', 'repaid', 'liquidated', 'rejected', 'cancelled')),
  reason text,
  principal_owed numeric(36,18) not null default 0 check (principal_owed >= 0),
  interest_owed numeric(36,18) not null default 0 check (interest_owed >= 0),
  -- Booked by now; what is below the last decimal is carried on.
  interest numeric(36,18) not null default 0 check (interest >= 0),
  carried numeric(36,18) not null default 0 check (carried >= 0),
  repaid numeric(36,18) not null default 0 check (repaid >= 0),
  paid_out_at_ms bigint,
  -- Days (UTC, counted from 1970): the first one that bears interest, and the last one whose interest is booked.
  first_day integer,
  booked_day integer,
  due_at_ms bigint,
  ended_at_ms bigint,
  is_called boolean not null default false,
  -- Something that ticks can decide has changed, and all of them after this instant are to be looked at.
  is_due boolean not null default false,
  looked_at_ms bigint not null default 0,
  unique (user_id, mode, client_order_id),
  check (principal_owed + interest_owed <= principal + interest),
  check (num_nulls(paid_out_at_ms, first_day, booked_day, due_at_ms) in (0, 4)),
  check ((status in ('open', 'overdue')) = (principal_owed + interest_owed > 0)),
  check ((status in ('pending_review', 'open', 'overdue')) = (ended_at_ms is null)),
  check (status in ('open', 'overdue') or not is_due)
);
create index loan_of_user on loan (user_id, mode, id);
create index loan_due on loan (id) where is_due;
create index loan_running on loan (booked_day, id) where status in ('open', 'overdue');
revoke delete, truncate on loan from tessera_app;

create function loan_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.user_id, new.mode, new.client_order_id, new.asset, new.principal, new.days, new.daily_rate, new.overdue_rate, new.min_days, new.initial_ltv,
      new.call_ltv, new.liquidation_ltv, new.liquidation_fee, new.catalog_version, new.asked_at_ms)
    is distinct from (old.user_id, old.mode, old.client_order_id, old.asset, old.principal, old.days, old.daily_rate, old.overdue_rate, old.min_days, old.initial_ltv,
      old.call_ltv, old.liquidation_ltv, old.liquidation_fee, old.catalog_version, old.asked_at_ms) then
    raise exception 'the terms of loan % do not change', old.id using errcode = 'L0002';
  end if;
  if old.ended_at_ms is not null and new is distinct from old then
    raise exception 'loan % is over', old.id using errcode = 'L0002';
  end if;
  if new.booked_day < old.booked_day or new.interest < old.interest or new.repaid < old.repaid then
    raise exception 'what loan % has booked is not taken back', old.id using errcode = 'L0002';
  end if;
  return new;
end $$;
create trigger loan_kept before update on loan for each row execute function loan_kept();

-- What lies locked for it; of what is over, what lay there last.
create table loan_collateral (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan,
  kind text not null check (kind in ('coin', 'treasure')),
  asset text not null references asset,
  order_id bigint check ((kind = 'treasure') = (order_id is not null)),
  amount numeric(36,18) not null check (amount > 0 and amount <> 'NaN'),
  weight numeric(9,6) not null,
  -- The market that prices it; none of USDT.
  symbol_id text check ((asset = 'USDT') = (symbol_id is null)),
  -- While every coin of the loan stands above the first and below the second, its state cannot change. Null: ticks decide nothing.
  watch_below numeric,
  watch_above numeric,
  unique nulls not distinct (loan_id, kind, asset, order_id)
);
create index loan_collateral_below on loan_collateral (symbol_id, watch_below) where watch_below is not null;
create index loan_collateral_above on loan_collateral (symbol_id, watch_above) where watch_above is not null;
create index loan_collateral_order on loan_collateral (order_id) where order_id is not null;
revoke truncate on loan_collateral from tessera_app;

-- What happened to it, in order.
create table loan_step (
  loan_id bigint not null references loan,
  seq integer not null,
  step text not null check (step in ('requested', 'approved', 'rejected', 'cancelled', 'paid_out', 'added', 'repaid', 'called', 'call_ended', 'overdue', 'liquidated')),
  at_ms bigint not null,
  amount numeric(36,18),
  primary key (loan_id, seq)
);
revoke update, delete, truncate on loan_step from tessera_app;
create trigger loan_step_append_only before update or delete on loan_step for each row execute function refuse_change();

-- Calls and liquidations, with everything that they follow from.
create table loan_decision (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan,
  kind text not null check (kind in ('call', 'liquidation')),
  at_ms bigint not null,
  body jsonb not null
);
create index loan_decision_of_loan on loan_decision (loan_id, id);
revoke update, delete, truncate on loan_decision from tessera_app;
create trigger loan_decision_append_only before update or delete on loan_decision for each row execute function refuse_change();

-- How far each market's ticks have been held against the loans.
create table loan_cursor (
  symbol_id text primary key,
  seq bigint not null
);
revoke delete, truncate on loan_cursor from tessera_app;
