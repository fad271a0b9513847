-- What the exchange owes to each person at one instant of each day, and the tree over it (shared/src/domain/fairness/liabilityTree.ts gives
-- the bytes). What was taken is written by the functions here alone and never changed; accounts, persons and nodes of old days are forgotten.
alter table public_record drop constraint public_record_kind_check;
alter table public_record add constraint public_record_kind_check
  check (kind in
    ('seed_committed', 'seed_revealed', 'beacon', 'incident', 'halt', 'pause', 'terms', 'key', 'witness', 'deposit_key', 'liabilities'));

create table liability_day (
  day text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  -- Of one instant of the day. All empty: the exchange was away all day, so nobody can say what was owed.
  taken_at_ms bigint,
  persons integer check (persons >= 0),
  -- Levels below the root: two leaves for each person, 64 places at least.
  height smallint check (height between 6 and 31),
  -- By asset, decimal text: owed to all persons, owed to merchants, and what lies in custody as booked.
  sums jsonb,
  payable jsonb,
  reserves jsonb,
  check (num_nulls(taken_at_ms, persons, height, sums, payable, reserves) in (0, 6))
);

-- Every account that was counted, as the entry with this number left it.
create table liability_account (
  day text not null,
  user_id bigint not null,
  kind text not null,
  asset text not null,
  version bigint not null,
  balance numeric(36, 18) not null check (balance >= 0),
  primary key (day, user_id, kind, asset)
);

-- Where a person's two leaves lie, in an order drawn for the day, and the secret that their salts and their division come from.
create table liability_person (
  day text not null,
  user_id bigint not null,
  first_place integer not null,
  second_place integer not null,
  secret bytea not null check (length(secret) = 32),
  primary key (day, user_id)
);
create unique index liability_person_first on liability_person (day, first_place);
create unique index liability_person_second on liability_person (day, second_place);

-- From the level on at which 64 leaves lie under a node; what is below is made from the leaves when somebody asks.
create table liability_node (
  day text not null,
  level smallint not null check (level between 6 and 31),
  place integer not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  persons integer not null,
  amounts jsonb not null,
  primary key (day, level, place)
);

create table liability_publication (
  day text primary key references liability_day,
  record_seq bigint not null references public_record
);

revoke insert, update, delete, truncate on liability_day, liability_account, liability_person from tessera_app;
revoke update, delete, truncate on liability_node, liability_publication from tessera_app;
create trigger liability_day_append_only before update or delete on liability_day for each row execute function refuse_change();
create trigger liability_publication_append_only before update or delete on liability_publication for each row execute function refuse_change();
create trigger liability_person_kept before update on liability_person for each row execute function refuse_change();
create trigger liability_account_kept before update on liability_account for each row execute function refuse_change();
create trigger liability_node_kept before update on liability_node for each row execute function refuse_change();

create function liability_assets(p_asset text[], p_amount numeric[]) returns jsonb
language sql immutable set search_path = public, pg_temp as $$
  select coalesce(jsonb_object_agg(asset, trim_scale(amount)::text), '{}')
  from unnest(p_asset, p_amount) given (asset, amount) where amount <> 0
$$;

-- Copies all balances of one instant, without a lock that a posting waits for. A debt is not set off: a kind of account that may go below zero
-- is the exchange's claim.
create function take_liabilities(p_day text, p_at_ms bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Every statement below reads the same instant.
  if current_setting('transaction_isolation') <> 'repeatable read' then
    raise exception 'all balances are read at one instant' using errcode = 'L0003';
  end if;
  if p_day <= (select max(day) from liability_day) then
    raise exception 'day % is over or taken', p_day using errcode = 'L0002';
  end if;

  insert into liability_account (day, user_id, kind, asset, version, balance)
  select p_day, owner_id, a.kind, asset, version, balance
  from account a join account_kind k on k.kind = a.family and k.is_user and k.min = 0
  where mode = 'real' and owner_id <> 0;

  with person as (
    select distinct user_id from liability_account where day = p_day
  ), drawn as (
    -- The database's own strong source.
    select user_id, part, row_number() over (order by gen_random_uuid()) - 1 as place
    from person cross join (values (1), (2)) parts (part)
  )
  insert into liability_person (day, user_id, first_place, second_place, secret)
  select p_day, user_id, max(place) filter (where part = 1), max(place) filter (where part = 2),
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
  from drawn group by user_id;

  with counted as (
    select count(*)::integer as persons from liability_person where day = p_day
  ), owed as (
    select asset, sum(balance) as amount from liability_account where day = p_day group by 1
  ), house as (
    select asset, coalesce(sum(balance) filter (where kind = 'custody' or kind like 'custody:%'), 0) as custody,
      coalesce(sum(balance) filter (where kind like 'payable:%'), 0) as payable
    from account_balance where owner_id = 0 and mode = 'real' group by 1
  )
  insert into liability_day (day, taken_at_ms, persons, height, sums, payable, reserves)
  select p_day, p_at_ms, persons,
    -- As many bits as the number of the last leaf's place has.
    greatest(6, length(ltrim((greatest(persons * 2 - 1, 0))::bit(32)::text, '0'))),
    (select liability_assets(array_agg(asset), array_agg(amount)) from owed),
    (select liability_assets(array_agg(asset), array_agg(payable)) from house),
    (select liability_assets(array_agg(asset), array_agg(-custody)) from house)
  from counted;
end $$;
revoke execute on function take_liabilities from public;
grant execute on function take_liabilities to tessera_app;

-- Days on which nobody was there to take anything: from the one after the last row up to the one before p_day. Answers them.
create function miss_liabilities(p_day text) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  insert into liability_day (day)
  select to_char(missed, 'YYYY-MM-DD')
  from generate_series((select max(day)::date + 1 from liability_day), p_day::date - 1, interval '1 day') missed
  on conflict do nothing
  returning day
$$;
revoke execute on function miss_liabilities from public;
grant execute on function miss_liabilities to tessera_app;

-- A node is made before its day is published, never after.
create function liability_node_in_time() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from liability_publication where day = new.day) then
    raise exception 'the tree of % is published', new.day using errcode = 'L0002';
  end if;
  return new;
end $$;
create trigger liability_node_in_time before insert on liability_node for each row execute function liability_node_in_time();

-- What is published is what was taken: the entry names the day's own figures, and the root that its tree has.
create function liability_publication_fits() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  taken liability_day := (select d from liability_day d where d.day = new.day);
  root liability_node := (select n from liability_node n where n.day = new.day and n.level = taken.height and n.place = 0);
  said jsonb := (select body::jsonb from public_record where seq = new.record_seq and kind = 'liabilities');
  due jsonb := jsonb_build_object('day', taken.day);
begin
  if taken.taken_at_ms is null then
    due := due || jsonb_build_object('missed', true);
  else
    due := due || jsonb_build_object('takenAtMs', taken.taken_at_ms, 'persons', taken.persons, 'height', taken.height, 'sums', taken.sums,
      'payable', taken.payable, 'reserves', taken.reserves, 'root', root.hash);
  end if;
  if said is distinct from due or root.persons <> taken.persons or root.amounts <> taken.sums then
    raise exception 'this is not what was taken of %', new.day using errcode = 'L0003';
  end if;
  return new;
end $$;
create trigger liability_publication_fits before insert on liability_publication for each row execute function liability_publication_fits();

-- Accounts, persons and nodes of days that lie 14 days and more before the newest one, at most p_most rows of each. Answers how many went.
create function forget_liabilities(p_most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept_from text := (select to_char(max(day)::date - 13, 'YYYY-MM-DD') from liability_day);
  gone bigint := 0;
  step bigint;
  name text;
begin
  foreach name in array array['liability_account', 'liability_person', 'liability_node'] loop
    -- An unfinished day stays.
    execute format('delete from %I where ctid = any (array(
      select t.ctid from %I t join liability_publication p on p.day = t.day where t.day < $1 limit $2))', name, name) using kept_from, p_most;
    get diagnostics step = row_count;
    gone := gone + step;
  end loop;
  return gone;
end $$;
revoke execute on function forget_liabilities from public;
grant execute on function forget_liabilities to tessera_app;
