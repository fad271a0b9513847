-- The book. Every movement of money is a journal with entries that sum to zero per asset. A user's account keeps its
-- balance and a version that counts its entries; a house account keeps neither (its balance is the sum of its entries),
-- so that postings of different users never wait for one another.
--
-- The server's role may read these tables and call the functions of the next file; it can write none of them directly.

do $$
begin
  create role tessera_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  if not pg_has_role(current_user, 'tessera_app', 'MEMBER') then
    execute format('grant tessera_app to %I', current_user);
  end if;
end $$;

grant usage on schema public to tessera_app;
-- Tables of later files are the modules' own; append-only ones take rights back.
alter default privileges in schema public grant select, insert, update, delete on tables to tessera_app;
alter default privileges in schema public grant usage, select on sequences to tessera_app;

create table asset (
  id text primary key check (id ~ '^[A-Z0-9]{2,10}$'),
  -- Decimals of the smallest unit that may be posted.
  scale smallint not null check (scale between 0 and 18)
);

insert into asset (id, scale) values
  ('USDT', 6), ('BTC', 8), ('ETH', 8), ('BNB', 8), ('SOL', 8), ('XRP', 8), ('ADA', 8), ('DOGE', 8), ('DOT', 8), ('LTC', 8),
  ('EOS', 8), ('LINK', 8), ('AVAX', 8), ('TRX', 8), ('BCH', 8), ('ATOM', 8), ('UNI', 8);

create table account (
  id bigint generated always as identity primary key,
  -- The user, or 0 for the house.
  owner_id bigint not null check (owner_id >= 0),
  mode text not null check (mode in ('real', 'demo')),
  asset text not null references asset,
  kind text not null,
  is_tracked boolean not null generated always as (owner_id <> 0) stored,
  balance numeric(36, 18) not null default 0,
  version bigint not null default 0,
  unique (owner_id, mode, asset, kind),
  constraint account_kind check (
    (owner_id <> 0 and kind in ('coin', 'contract', 'stake', 'margin', 'coin_hold'))
    or (owner_id = 0 and kind in ('fee', 'pnl', 'custody', 'demo', 'insurance', 'interest'))
  ),
  -- NaN >= 0 is true in PostgreSQL, so it is named.
  constraint account_floor check (balance <> 'NaN' and balance >= 0)
);

create table journal (
  id bigint generated always as identity primary key,
  mode text not null check (mode in ('real', 'demo')),
  kind text not null,
  -- The business row that caused it.
  ref text not null,
  -- The same key never posts twice.
  idem text not null unique,
  at_ms bigint not null
);

create table entry (
  journal_id bigint not null references journal,
  seq smallint not null,
  -- No foreign key: post() proves that the account exists, accounts are never deleted, and the key's share lock on the
  -- busy house accounts would cost every posting.
  account_id bigint not null,
  amount numeric(36, 18) not null check (amount <> 0 and amount <> 'NaN'),
  balance_after numeric(36, 18),
  account_version bigint,
  primary key (journal_id, seq),
  unique (account_id, account_version)
);
create index entry_untracked on entry (account_id) include (amount) where account_version is null;

-- One row. Read-only means that post() refuses everything: a book that is found wrong is not written on.
create table funds_state (
  only_row boolean primary key default true check (only_row),
  is_read_only boolean not null default false,
  reason text not null default '',
  at_ms bigint not null default 0
);
insert into funds_state default values;

-- How far each invariant has been checked, and what the last round found.
create table ledger_check (
  rule text primary key,
  checked_journal_id bigint not null default 0,
  violations bigint not null default 0,
  at_ms bigint not null default 0
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'L0009';
end $$;

create trigger journal_append_only before update or delete on journal for each row execute function refuse_change();
create trigger journal_no_truncate before truncate on journal execute function refuse_change();
create trigger entry_append_only before update or delete on entry for each row execute function refuse_change();
create trigger entry_no_truncate before truncate on entry execute function refuse_change();
create trigger account_no_delete before delete on account for each row execute function refuse_change();

revoke insert, update, delete, truncate on asset, account, journal, entry from tessera_app;
revoke insert, delete on funds_state from tessera_app;

-- Every account with its balance, the house's included.
create view account_balance as
  select a.id, a.owner_id, a.mode, a.asset, a.kind, a.version,
    case when a.is_tracked then a.balance
      else coalesce((select sum(e.amount) from entry e where e.account_id = a.id and e.account_version is null), 0) end as balance
  from account a;
