-- Seconds contracts. The order row is its own job: `due_at_ms` is the next instant at which the tick log may decide
-- something about it. What an order was accepted under never changes; what was decided changes once, and after that only
-- by a public incident that gives a lost stake back.
--
-- There is deliberately no column, here or elsewhere, from which a result could come other than ticks: see docs/fairness.md.

create table sec_quote_key (
  only_row boolean primary key default true check (only_row),
  key bytea not null
);
-- Random UUIDs come from the system's secure generator: 244 bits, hashed to one key.
insert into sec_quote_key (key) values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

create table sec_order (
  id bigint generated always as identity primary key,
  user_id bigint not null check (user_id > 0),
  mode text not null check (mode in ('real', 'demo')),
  -- Made by the client: a repeat is the same order.
  client_order_id uuid not null,
  symbol_id text not null,
  asset_class text not null check (asset_class in ('crypto', 'forex', 'metal')),
  direction text not null check (direction in ('long', 'short')),
  seconds integer not null check (seconds > 0),
  asset text not null references asset,
  stake numeric(36, 18) not null check (stake > 0 and stake <> 'NaN'),
  fee numeric(36, 18) not null check (fee >= 0 and fee <> 'NaN'),
  payout_rate numeric not null check (payout_rate > 0 and payout_rate <> 'NaN'),
  fee_rate numeric not null check (fee_rate >= 0 and fee_rate <> 'NaN'),
  rule_version integer not null,
  catalog_version integer not null references catalog_version,
  -- The price in the quote that was confirmed, and the one in force at acceptance.
  quoted_price numeric not null,
  quoted_seq bigint not null,
  accepted_price numeric not null,
  accepted_seq bigint not null,
  accepted_at_ms bigint not null,
  expires_at_ms bigint not null check (expires_at_ms = accepted_at_ms + seconds * 1000::bigint),
  open_journal_id bigint references journal,

  status text not null default 'accepted' check (status in ('accepted', 'running', 'settled')),
  due_at_ms bigint generated always as (case status when 'accepted' then accepted_at_ms when 'running' then expires_at_ms end) stored,
  entry_seq bigint,
  entry_at_ms bigint,
  entry_price numeric,
  exit_seq bigint,
  exit_at_ms bigint,
  exit_price numeric,
  next_seq bigint,
  next_at_ms bigint,
  next_price numeric,
  outcome text check (outcome in ('won', 'lost', 'equal', 'void')),
  void_reason text check (void_reason in ('no_entry_tick', 'too_few_ticks', 'exit_tick_too_old', 'incident')),
  returned numeric(36, 18) check (returned >= 0 and returned <> 'NaN'),
  profit numeric(36, 18) check (profit <> 'NaN'),
  settled_at_ms bigint,
  settle_journal_id bigint references journal,
  incident_id bigint references incident,
  -- Gives stake and fee back when an incident is published after the order was lost.
  correction_journal_id bigint references journal,

  unique (user_id, mode, client_order_id),
  check ((entry_seq is null) = (entry_at_ms is null) and (entry_seq is null) = (entry_price is null)),
  check ((exit_seq is null) = (exit_at_ms is null) and (exit_seq is null) = (exit_price is null)),
  check ((next_seq is null) = (next_at_ms is null) and (next_seq is null) = (next_price is null)),
  check (status <> 'running' or entry_seq is not null),
  check ((status = 'settled') = (outcome is not null)),
  check ((status = 'settled') = (settled_at_ms is not null)),
  check ((status = 'settled') = (returned is not null and profit is not null and settle_journal_id is not null)),
  check ((outcome = 'void') = (void_reason is not null) or outcome is null),
  check ((void_reason = 'incident') = (incident_id is not null) or void_reason is null),
  check (outcome not in ('won', 'lost', 'equal') or (entry_seq is not null and exit_seq is not null)),
  check (correction_journal_id is null or void_reason = 'incident'),
  check (profit is null or profit = returned - stake - fee)
) with (fillfactor = 80);
create index sec_order_due on sec_order (due_at_ms, id) where status <> 'settled';
create index sec_order_open_by_symbol on sec_order (symbol_id, expires_at_ms) where status <> 'settled';
create index sec_order_by_symbol on sec_order (symbol_id, accepted_at_ms);
create index sec_order_list on sec_order (user_id, mode, id desc);

create function sec_order_guard() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.mode, new.client_order_id, new.symbol_id, new.asset_class, new.direction, new.seconds, new.asset, new.stake, new.fee,
      new.payout_rate, new.fee_rate, new.rule_version, new.catalog_version, new.quoted_price, new.quoted_seq, new.accepted_price,
      new.accepted_seq, new.accepted_at_ms, new.expires_at_ms)
    is distinct from
     (old.user_id, old.mode, old.client_order_id, old.symbol_id, old.asset_class, old.direction, old.seconds, old.asset, old.stake, old.fee,
      old.payout_rate, old.fee_rate, old.rule_version, old.catalog_version, old.quoted_price, old.quoted_seq, old.accepted_price,
      old.accepted_seq, old.accepted_at_ms, old.expires_at_ms)
    or (old.open_journal_id is not null and new.open_journal_id is distinct from old.open_journal_id)
    or (old.entry_seq is not null and new.entry_seq is distinct from old.entry_seq)
    or (old.status = 'running' and new.status = 'accepted')
    or (old.status = 'settled' and not (
      old.outcome = 'lost' and new.status = 'settled' and new.void_reason = 'incident' and new.correction_journal_id is not null
      and new.settle_journal_id = old.settle_journal_id))
  then
    raise exception 'order % does not change like that', old.id using errcode = 'S0001';
  end if;
  return new;
end $$;
create trigger sec_order_guard before update on sec_order for each row execute function sec_order_guard();
create trigger sec_order_no_delete before delete on sec_order for each row execute function refuse_change();
create trigger sec_order_no_truncate before truncate on sec_order execute function refuse_change();

-- The price of a symbol at an instant, found once and used by every order that expires there.
create table settle_price (
  symbol_id text not null,
  at_ms bigint not null,
  rule_version integer not null,
  exit_seq bigint,
  exit_at_ms bigint,
  exit_price numeric,
  next_seq bigint,
  next_at_ms bigint,
  next_price numeric,
  decided_at_ms bigint not null,
  primary key (symbol_id, at_ms, rule_version)
);
create trigger settle_price_append_only before update or delete on settle_price for each row execute function refuse_change();
create trigger settle_price_no_truncate before truncate on settle_price execute function refuse_change();

-- Incidents whose orders have all been refunded.
create table sec_incident_applied (
  incident_id bigint primary key references incident,
  applied_at_ms bigint not null
);

grant select on sec_quote_key to tessera_app;
revoke insert, update, delete, truncate on sec_quote_key from tessera_app;
grant select, insert, update on sec_order to tessera_app;
revoke delete, truncate on sec_order from tessera_app;
grant select, insert on settle_price to tessera_app;
revoke update, delete, truncate on settle_price from tessera_app;
grant select, insert on sec_incident_applied to tessera_app;
