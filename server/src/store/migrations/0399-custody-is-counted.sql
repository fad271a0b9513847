-- Custody held against what is there: each day, by rail (a network, or the bank) and asset. A rail's account of the house is "custody:<rail>".

-- What lies there beside people's money, above or below zero: what the house put in or took out, what a network or a bank took. It counts from
-- `day` on, once two operators agreed.
create table custody_own (
  id bigint generated always as identity primary key,
  rail text not null check (rail ~ '^[a-z_]{2,16}$'),
  asset text not null references asset,
  -- Days since 1970-01-01, UTC.
  day integer not null check (day > 0),
  amount numeric not null check (amount <> 0 and amount <> 'NaN' and abs(amount) < 1e18),
  reason text not null check (btrim(reason) <> ''),
  entered_by bigint not null references operator,
  entered_at_ms bigint not null,
  confirmed_by bigint references operator check (confirmed_by <> entered_by),
  confirmed_at_ms bigint,
  check ((confirmed_by is null) = (confirmed_at_ms is null))
);
create index custody_own_rail on custody_own (rail, asset, day);

-- What an operator read off where no program can: the balance at the end of the day. It counts when two entered the same.
create table custody_reading (
  rail text not null check (rail ~ '^[a-z_]{2,16}$'),
  asset text not null references asset,
  day integer not null check (day > 0),
  operator_id bigint not null references operator,
  balance numeric not null check (balance >= 0 and balance < 1e18),
  at_ms bigint not null,
  primary key (rail, asset, day, operator_id)
);

create table custody_count (
  rail text not null,
  asset text not null references asset,
  day integer not null,
  -- What is there.
  found numeric not null check (found >= 0 and found <> 'NaN'),
  -- What people's money there is, as booked at the end of the day.
  booked numeric not null,
  -- What is known to lie there besides, or to be missing: of the house, and on its way between chain and book.
  known numeric not null,
  difference numeric generated always as (found - booked - known) stored,
  -- Null: two operators read it off.
  block_number bigint,
  block_hash text,
  addresses integer,
  at_ms bigint not null,
  primary key (rail, asset, day),
  check (num_nulls(block_number, block_hash, addresses) in (0, 3))
);
revoke insert, update, delete, truncate on custody_own, custody_reading from tessera_app;
revoke update, delete, truncate on custody_count from tessera_app;
create trigger custody_count_append_only before update or delete on custody_count for each row execute function refuse_change();
create trigger custody_own_kept before delete on custody_own for each row execute function refuse_change();

create function custody_booked(p_rail text, p_asset text, p_day integer) returns numeric language sql stable set search_path = public, pg_temp as $$
  select coalesce(-sum(e.amount), 0) from account a join entry e on e.account_id = a.id join journal j on j.id = e.journal_id
  where a.owner_id = 0 and a.mode = 'real' and a.asset = p_asset and a.kind = 'custody:' || p_rail and j.at_ms < (p_day + 1) * 86400000::bigint
$$;
create function custody_owned(p_rail text, p_asset text, p_day integer) returns numeric language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(amount), 0) from custody_own where rail = p_rail and asset = p_asset and day <= p_day and confirmed_by is not null
$$;

-- Answers whether it is counted by it: another operator had read the same.
create function read_custody(p_session text, p_rail text, p_asset text, p_day integer, p_balance numeric, p_now bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
begin
  if (p_day + 1) * 86400000::bigint > p_now then raise exception 'day % is not over', p_day using errcode = 'R0002'; end if;
  -- Two who read at once come one after the other.
  perform pg_advisory_xact_lock(7353556);
  if exists (select from custody_count where rail = p_rail and asset = p_asset and day = p_day) then
    raise exception 'day % is counted', p_day using errcode = 'R0002';
  end if;
  insert into custody_reading values (p_rail, p_asset, p_day, actor, p_balance, p_now)
  on conflict (rail, asset, day, operator_id) do update set balance = excluded.balance, at_ms = excluded.at_ms;
  if not exists (
    select from custody_reading where rail = p_rail and asset = p_asset and day = p_day and operator_id <> actor and balance = p_balance) then
    return false;
  end if;
  insert into custody_count (rail, asset, day, found, booked, known, at_ms)
  values (p_rail, p_asset, p_day, p_balance, custody_booked(p_rail, p_asset, p_day), custody_owned(p_rail, p_asset, p_day), p_now);
  return true;
end $$;

create function enter_custody_own(p_session text, p_rail text, p_asset text, p_day integer, p_amount numeric, p_reason text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  made bigint;
begin
  insert into custody_own (rail, asset, day, amount, reason, entered_by, entered_at_ms)
  values (p_rail, p_asset, p_day, p_amount, p_reason, actor, p_now) returning id into made;
  return made;
end $$;

create function confirm_custody_own(p_session text, p_id bigint, p_now bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  own custody_own;
begin
  select * into own from custody_own where id = p_id for update;
  if own.id is null then raise exception 'no entry %', p_id using errcode = 'L0012'; end if;
  if own.confirmed_by is not null then raise exception 'entry % is confirmed', p_id using errcode = 'R0002'; end if;
  if own.entered_by = actor then raise exception 'another operator confirms' using errcode = 'R0004'; end if;
  update custody_own set confirmed_by = actor, confirmed_at_ms = p_now where id = p_id;
end $$;
revoke execute on function read_custody, enter_custody_own, confirm_custody_own from public;
grant execute on function read_custody, enter_custody_own, confirm_custody_own to tessera_staff;
