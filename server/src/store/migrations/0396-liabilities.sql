-- What the exchange owes to each person at one instant of each day, and the tree over it (shared/src/domain/fairness/liabilityTree.ts gives
-- the bytes). Rows are written by the functions here alone and never changed; persons, leaves and nodes of old days are forgotten.
alter table public_record drop constraint public_record_kind_check;
alter table public_record add constraint public_record_kind_check
  check (kind in ('seed_committed', 'seed_revealed', 'beacon', 'incident', 'halt', 'pause', 'terms', 'key', 'witness', 'liabilities'));

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

-- What was counted of one person: [{kind, asset, version, balance}], each as the entry with that number left the account.
create table liability_person (
  day text not null references liability_day,
  user_id bigint not null,
  accounts jsonb not null,
  primary key (day, user_id)
);

create table liability_leaf (
  day text not null references liability_day,
  -- From 0, in the order of the salts' hashes: it says nothing about who it is.
  place integer not null,
  user_id bigint not null,
  part smallint not null check (part in (1, 2)),
  salt bytea not null check (length(salt) = 32),
  amounts jsonb not null,
  primary key (day, place)
);
create unique index liability_leaf_of on liability_leaf (day, user_id, part);

-- From the level on at which 64 leaves lie under a node; what is below is made from the leaves when somebody asks.
create table liability_node (
  day text not null references liability_day,
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

revoke insert, update, delete, truncate on liability_day, liability_person, liability_leaf from tessera_app;
revoke update, delete, truncate on liability_node, liability_publication from tessera_app;
create trigger liability_day_append_only before update or delete on liability_day for each row execute function refuse_change();
create trigger liability_publication_append_only before update or delete on liability_publication for each row execute function refuse_change();
create trigger liability_person_kept before update on liability_person for each row execute function refuse_change();
create trigger liability_leaf_kept before update on liability_leaf for each row execute function refuse_change();
create trigger liability_node_kept before update on liability_node for each row execute function refuse_change();

create function liability_assets(p_asset text[], p_amount numeric[]) returns jsonb
language sql immutable set search_path = public, pg_temp as $$
  select coalesce(jsonb_object_agg(asset, trim_scale(amount)::text), '{}')
  from unnest(p_asset, p_amount) given (asset, amount) where amount <> 0
$$;

-- Reads all balances at one instant, without a lock that a posting waits for. Each person who ever had a real account gets two leaves, between
-- which what he is owed is divided at random. A debt is not set off: a kind of account that may go below zero is the exchange's claim.
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

  with owed as (
    select a.owner_id, a.asset, sum(a.balance) as amount
    from account a join account_kind k on k.kind = a.family and k.is_user and k.min = 0
    where a.mode = 'real' and a.owner_id <> 0 group by 1, 2
  ), all_owed as (select asset, sum(amount) as amount from owed group by 1),
  house as (
    select asset, sum(balance) filter (where kind = 'custody' or kind like 'custody:%') as custody,
      sum(balance) filter (where kind like 'payable:%') as payable
    from account_balance where owner_id = 0 and mode = 'real' group by 1
  ), counted as (select count(distinct owner_id)::integer as persons from owed)
  insert into liability_day (day, taken_at_ms, persons, height, sums, payable, reserves)
  select p_day, p_at_ms, persons,
    -- As many bits as the number of the last leaf's place has.
    greatest(6, length(ltrim((greatest(persons * 2 - 1, 0))::bit(32)::text, '0'))),
    (select liability_assets(array_agg(asset), array_agg(amount)) from all_owed),
    (select liability_assets(array_agg(asset), array_agg(payable)) from house),
    (select liability_assets(array_agg(asset), array_agg(-custody)) from house)
  from counted;

  insert into liability_person (day, user_id, accounts)
  select p_day, a.owner_id, jsonb_agg(
    jsonb_build_object('kind', a.kind, 'asset', a.asset, 'version', a.version, 'balance', trim_scale(a.balance)::text)
    order by a.kind, a.asset)
  from account a join account_kind k on k.kind = a.family and k.is_user and k.min = 0
  where a.mode = 'real' and a.owner_id <> 0 group by a.owner_id;

  with owed as (
    select a.owner_id, a.asset, sum(a.balance) as amount
    from account a join account_kind k on k.kind = a.family and k.is_user and k.min = 0
    where a.mode = 'real' and a.owner_id <> 0 group by 1, 2
  ), divided as materialized (
    select owner_id, owed.asset, amount, trunc(amount * random()::numeric, s.scale) as first_amount
    from owed join asset s on s.id = owed.asset
  ), parts as (
    select owner_id, 1 as part, liability_assets(array_agg(asset), array_agg(first_amount)) as amounts from divided group by 1
    union all
    select owner_id, 2, liability_assets(array_agg(asset), array_agg(amount - first_amount)) from divided group by 1
  ), salted as materialized (
    -- Two random numbers of the database's own strong source, 244 bits.
    select parts.*, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as salt from parts
  )
  insert into liability_leaf (day, place, user_id, part, salt, amounts)
  select p_day, row_number() over (order by sha256(salt)) - 1, owner_id, part, salt, amounts from salted;
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

-- Persons, leaves and nodes of days that lie 14 days and more before the newest one, at most p_most rows of each. Answers how many went.
create function forget_liabilities(p_most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept_from text := (select to_char(max(day)::date - 13, 'YYYY-MM-DD') from liability_day);
  gone bigint := 0;
  step bigint;
  name text;
begin
  foreach name in array array['liability_person', 'liability_leaf', 'liability_node'] loop
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
