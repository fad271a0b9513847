-- Money in. On what terms, by method: as the other terms, in a table of their own.
create table topup_term (
  method text not null check (method in ('crypto', 'manual', 'bank_card', 'c2c')),
  asset text not null references asset,
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  -- Nothing answers a card or another person yet.
  has_topup boolean not null check (not has_topup or method in ('crypto', 'manual')),
  -- In units of the asset. A network may ask for more.
  topup_min numeric(36,18) not null check (topup_min > 0 and topup_min <> 'NaN'),
  topup_max numeric(36,18) not null check (topup_max >= topup_min and topup_max <> 'NaN'),
  -- What has to be traded before money leaves: so many times what the top-up is worth.
  turnover_factor numeric(9,4) not null check (turnover_factor between 0 and 100),
  primary key (method, asset, since_version)
);
create unique index topup_term_current on topup_term (method, asset) where until_version is null;
revoke insert, update, delete, truncate on topup_term from tessera_app;
insert into changeable_terms values
  ('topup', 'topup_term', '{method,asset}', '{has_topup,topup_min,topup_max,turnover_factor}');

-- The opening catalogue has them from the start; where its terms are recorded already they are a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'Methods of money in'
from catalog_version having exists (select from public_record where kind = 'terms');

insert into topup_term (method, asset, since_version, has_topup, topup_min, topup_max, turnover_factor)
select method, asset, (select max(version) from catalog_version), has_topup, topup_min, topup_max, 1
from (values
  ('crypto', 'USDT', true, 10, 1000000),
  ('crypto', 'BTC', true, 0.0005, 20),
  ('crypto', 'ETH', true, 0.01, 300),
  ('crypto', 'TRX', true, 50, 3000000),
  ('manual', 'USDT', true, 100, 50000),
  ('bank_card', 'USDT', false, 20, 10000),
  ('c2c', 'USDT', false, 20, 10000)
) term (method, asset, has_topup, topup_min, topup_max);

-- Addresses to which people send. Whose key they are of the exchange does not know: operators list them. One counts when two operators have
-- entered it, and goes to one person for good.
create table deposit_address (
  id bigint generated always as identity primary key,
  network text not null references network,
  address text not null unique check (length(address) between 20 and 100),
  added_by bigint not null references operator,
  added_at_ms bigint not null,
  confirmed_by bigint references operator check (confirmed_by <> added_by),
  confirmed_at_ms bigint,
  user_id bigint references app_user,
  given_at_ms bigint,
  check ((confirmed_by is null) = (confirmed_at_ms is null)),
  check ((user_id is null) = (given_at_ms is null)),
  check (user_id is null or confirmed_by is not null)
);
create unique index deposit_address_of on deposit_address (user_id, network) where user_id is not null;
create index deposit_address_free on deposit_address (network, id) where user_id is null and confirmed_by is not null;
revoke insert, update, delete, truncate on deposit_address from tessera_app;
grant update (user_id, given_at_ms) on deposit_address to tessera_app;

create function deposit_address_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.user_id is not null or (to_jsonb(new) - '{confirmed_by,confirmed_at_ms,user_id,given_at_ms}'::text[])
    is distinct from (to_jsonb(old) - '{confirmed_by,confirmed_at_ms,user_id,given_at_ms}'::text[]) then
    raise exception 'deposit address % stays whose it is', old.id using errcode = 'L0002';
  end if;
  return new;
end $$;
create trigger deposit_address_kept before update on deposit_address for each row execute function deposit_address_kept();
create trigger deposit_address_never_gone before delete on deposit_address for each row execute function refuse_change();

-- How many were new, and how many of another operator's are confirmed by this.
create function add_deposit_addresses(p_session text, p_network text, p_addresses text[], p_now bigint)
returns table (added integer, confirmed integer)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
begin
  with sighted as (
    update deposit_address set confirmed_by = actor, confirmed_at_ms = p_now
    where network = p_network and address = any (p_addresses) and confirmed_by is null and added_by <> actor returning 1
  ) select count(*) into confirmed from sighted;
  with entered as (
    insert into deposit_address (network, address, added_by, added_at_ms)
    select p_network, given.address, actor, p_now from unnest(p_addresses) with ordinality given (address, place) order by place
    on conflict do nothing returning 1
  ) select count(*) into added from entered;
  return next;
end $$;
revoke execute on function add_deposit_addresses from public;
grant execute on function add_deposit_addresses to tessera_staff;

-- What a person says that he has paid. Nothing is booked before it has succeeded.
create table topup (
  id bigint generated always as identity primary key,
  -- By which the person and customer service name it.
  public_id text not null unique check (public_id ~ '^[A-Z0-9]{10}$'),
  user_id bigint not null references app_user,
  method text not null check (method in ('crypto', 'manual', 'bank_card', 'c2c')),
  asset text not null references asset,
  network text references network,
  address_id bigint references deposit_address,
  amount numeric(36,18) not null check (amount > 0 and amount <> 'NaN'),
  -- In USDT, when it was asked for.
  worth numeric(36,18) not null check (worth >= 0 and worth <> 'NaN'),
  turnover_need numeric(36,18) not null check (turnover_need >= 0 and turnover_need <> 'NaN'),
  catalog_version integer not null references catalog_version,
  upload_ids text[] not null,
  status text not null default 'under_review' check (status in ('callback_in_progress', 'under_review', 'success', 'failure')),
  reason text,
  asked_at_ms bigint not null,
  decided_at_ms bigint,
  -- It had succeeded, and an operator took that back.
  reversed_at_ms bigint,
  check ((method = 'crypto') = (network is not null) and (network is null) = (address_id is null)),
  check ((status in ('success', 'failure')) = (decided_at_ms is not null)),
  check ((status = 'failure') = (reason is not null)),
  check (reversed_at_ms is null or status = 'failure')
);
create index topup_of_user on topup (user_id, id);
create index topup_waits on topup (user_id) where status in ('callback_in_progress', 'under_review');
revoke update, delete, truncate on topup from tessera_app;
grant update (status, reason, decided_at_ms, reversed_at_ms) on topup to tessera_app;

create function topup_forward() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (to_jsonb(new) - '{status,reason,decided_at_ms,reversed_at_ms}'::text[])
    is distinct from (to_jsonb(old) - '{status,reason,decided_at_ms,reversed_at_ms}'::text[])
    or not (case
      when old.status = 'callback_in_progress' then new.status in ('under_review', 'success', 'failure') and new.reversed_at_ms is null
      when old.status = 'under_review' then new.status in ('success', 'failure') and new.reversed_at_ms is null
      when old.status = 'success' then new.status = 'failure' and new.reversed_at_ms is not null
      else false
    end) then
    raise exception 'top-up % does not go from % to %', old.id, old.status, new.status using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger topup_forward before update on topup for each row execute function topup_forward();
create trigger topup_kept before delete on topup for each row execute function refuse_change();

-- The amounts of the rule are in USDT.
insert into review_kind values ('topup', 'treasury');
insert into review_rule values ('topup', 0, 1), ('topup', 10000, 2);

-- Pictures of payments lie as those of documents do.
alter table upload drop constraint upload_purpose_check;
alter table upload add constraint upload_purpose_check check (purpose in ('paper', 'chat', 'answer', 'topup'));
