-- Coins bought from merchants whom operators keep. A merchant is paid by the person in another currency and then owes the exchange the coins:
-- he may promise no more than his limit, whatever he promised to whom.
create table c2c_merchant (
  id bigint generated always as identity primary key,
  -- What people are shown.
  name text not null unique check (length(name) between 1 and 60),
  asset text not null references asset,
  state text not null default 'open' check (state in ('open', 'paused', 'closed')),
  liability_limit numeric(36,18) not null check (liability_limit > 0 and liability_limit <> 'NaN'),
  -- What he owes: what is reserved for people, and what was released to them and not settled yet. Kept by the rows of orders and settlements.
  owed numeric(36,18) not null default 0,
  -- Of it, what is reserved.
  held numeric(36,18) not null default 0 check (held >= 0),
  -- Orders that people say they have paid, by how they ended.
  released bigint not null default 0,
  refused bigint not null default 0,
  added_by bigint not null references operator,
  added_at_ms bigint not null,
  constraint c2c_merchant_owed check (owed >= held),
  constraint c2c_merchant_limit check (owed <= liability_limit)
);

-- How he is paid. The account is sealed: the key is not in the database. Shown to people once two operators have entered it.
create table c2c_way (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references c2c_merchant,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- "SEPA transfer"
  name text not null check (length(name) between 1 and 60),
  sealed bytea not null,
  masked text not null,
  added_by bigint not null references operator,
  added_at_ms bigint not null,
  confirmed_by bigint references operator check (confirmed_by <> added_by),
  confirmed_at_ms bigint,
  retired_at_ms bigint,
  check ((confirmed_by is null) = (confirmed_at_ms is null))
);
create index c2c_way_of_merchant on c2c_way (merchant_id, id);

create table c2c_offer (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references c2c_merchant,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null default 'open' check (state in ('open', 'paused', 'closed')),
  -- Still to be sold by it.
  available numeric(36,18) not null constraint c2c_offer_available check (available >= 0 and available <> 'NaN'),
  -- Of the terms in force.
  version integer not null
);
create index c2c_offer_open on c2c_offer (merchant_id) where state = 'open';
create table c2c_offer_term (
  offer_id bigint not null references c2c_offer,
  version integer not null check (version > 0),
  -- Of one unit of the asset, in the offer's currency.
  price numeric(36,18) not null check (price > 0 and price <> 'NaN'),
  -- In units of the asset.
  order_min numeric(36,18) not null check (order_min > 0 and order_min <> 'NaN'),
  order_max numeric(36,18) not null check (order_max >= order_min and order_max <> 'NaN'),
  pay_minutes smallint not null check (pay_minutes between 5 and 60),
  operator_id bigint not null references operator,
  at_ms bigint not null,
  primary key (offer_id, version)
);
create trigger c2c_offer_term_append_only before update or delete on c2c_offer_term for each row execute function refuse_change();

create table c2c_order (
  id bigint generated always as identity primary key,
  -- Also of the top-up that it becomes.
  public_id text not null unique check (public_id ~ '^[A-Z0-9]{10}$'),
  user_id bigint not null references app_user,
  merchant_id bigint not null references c2c_merchant,
  offer_id bigint not null references c2c_offer,
  offer_version integer not null,
  way_id bigint not null references c2c_way,
  asset text not null references asset,
  amount numeric(36,18) not null check (amount > 0 and amount <> 'NaN'),
  currency text not null,
  price numeric(36,18) not null,
  -- What the person pays, with the decimals of its currency.
  fiat_amount numeric(36,18) not null check (fiat_amount > 0 and fiat_amount <> 'NaN'),
  -- In USDT, both as the person was shown them.
  worth numeric(36,18) not null check (worth >= 0 and worth <> 'NaN'),
  turnover_need numeric(36,18) not null check (turnover_need >= 0 and turnover_need <> 'NaN'),
  catalog_version integer not null references catalog_version,
  status text not null default 'reserved' check (status in ('reserved', 'paid', 'disputed', 'released', 'cancelled', 'expired')),
  reserved_at_ms bigint not null,
  -- Before it the person says that he has paid.
  pay_by_ms bigint not null check (pay_by_ms > reserved_at_ms),
  paid_at_ms bigint check (paid_at_ms < pay_by_ms),
  topup_id bigint unique references topup,
  review_id text references review (public_id),
  disputed_by text check (disputed_by in ('person', 'merchant')),
  dispute text check (length(dispute) between 1 and 500),
  disputed_at_ms bigint,
  -- Why an operator cancelled it.
  reason text,
  ended_at_ms bigint,
  foreign key (offer_id, offer_version) references c2c_offer_term (offer_id, version),
  check (num_nonnulls(paid_at_ms, topup_id, review_id) in (0, 3)),
  check (num_nonnulls(disputed_by, dispute, disputed_at_ms) in (0, 3)),
  check (status not in ('paid', 'disputed', 'released') or paid_at_ms is not null),
  check (status not in ('reserved', 'expired') or paid_at_ms is null),
  check (status <> 'disputed' or disputed_at_ms is not null),
  check ((status in ('released', 'cancelled', 'expired')) = (ended_at_ms is not null)),
  check ((reason is not null) = (status = 'cancelled' and paid_at_ms is not null))
);
create index c2c_order_of_user on c2c_order (user_id, id);
create index c2c_order_open on c2c_order (user_id) where status in ('reserved', 'paid', 'disputed');
create index c2c_order_due on c2c_order (pay_by_ms) where status = 'reserved';
create index c2c_order_of_merchant on c2c_order (merchant_id, id);
create index c2c_order_unpaid on c2c_order (user_id, ended_at_ms) where ended_at_ms is not null and paid_at_ms is null;

-- The merchant has delivered coins: he owes that much less.
create table c2c_settlement (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references c2c_merchant,
  amount numeric(36,18) not null check (amount > 0 and amount <> 'NaN'),
  network text not null references network,
  transaction text not null check (transaction ~ '^[!-~]{4,128}$'),
  operator_id bigint not null references operator,
  at_ms bigint not null,
  unique (network, transaction)
);
create trigger c2c_settlement_append_only before update or delete on c2c_settlement for each row execute function refuse_change();

revoke insert, update, delete, truncate on c2c_merchant, c2c_way, c2c_offer, c2c_offer_term, c2c_settlement from tessera_app;
revoke update, delete, truncate on c2c_order from tessera_app;
grant update (status, paid_at_ms, topup_id, review_id, disputed_by, dispute, disputed_at_ms, reason, ended_at_ms) on c2c_order to tessera_app;
create trigger c2c_merchant_never_gone before delete on c2c_merchant for each row execute function refuse_change();
create trigger c2c_way_never_gone before delete on c2c_way for each row execute function refuse_change();
create trigger c2c_offer_never_gone before delete on c2c_offer for each row execute function refuse_change();
create trigger c2c_order_never_gone before delete on c2c_order for each row execute function refuse_change();

-- For the server, which reads these rows only: whoever orders of the same merchant comes after this one.
create function hold_c2c_offer(p_offer bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from c2c_merchant where id = (select merchant_id from c2c_offer where id = p_offer) for no key update;
  perform from c2c_offer where id = p_offer for no key update;
end $$;
revoke execute on function hold_c2c_offer from public;
grant execute on function hold_c2c_offer to tessera_app;

-- Merchant first, then offer: whoever changes both takes them in this order.
--   C0001 the offer is not as the order says
--   C0002 the merchant, or the offer, has not that much left
create function c2c_reserve() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status <> 'reserved' then raise exception 'an order begins as reserved' using errcode = 'R0002'; end if;
  update c2c_merchant set owed = owed + new.amount, held = held + new.amount
  where id = new.merchant_id and asset = new.asset and state = 'open';
  if not found then raise exception 'merchant % sells nothing now', new.merchant_id using errcode = 'C0001'; end if;
  update c2c_offer o set available = available - new.amount
  from c2c_offer_term t
  where o.id = new.offer_id and o.merchant_id = new.merchant_id and o.state = 'open' and o.currency = new.currency and o.version = new.offer_version
    and t.offer_id = o.id and t.version = o.version and t.price = new.price and new.amount between t.order_min and t.order_max
    and new.pay_by_ms = new.reserved_at_ms + t.pay_minutes * 60000;
  if not found or not exists (
    select from c2c_way where id = new.way_id and merchant_id = new.merchant_id and currency = new.currency
      and confirmed_by is not null and retired_at_ms is null) then
    raise exception 'offer % is not as the order says', new.offer_id using errcode = 'C0001';
  end if;
  return new;
exception when check_violation then
  raise exception 'offer % has not that much left', new.offer_id using errcode = 'C0002';
end $$;
create trigger c2c_reserve before insert on c2c_order for each row execute function c2c_reserve();

-- Forward only; what was paid ends by the verdict of operators alone.
create function c2c_forward() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  decided review;
begin
  if (to_jsonb(new) - '{status,paid_at_ms,topup_id,review_id,disputed_by,dispute,disputed_at_ms,reason,ended_at_ms}'::text[])
    is distinct from (to_jsonb(old) - '{status,paid_at_ms,topup_id,review_id,disputed_by,dispute,disputed_at_ms,reason,ended_at_ms}'::text[])
    or (old.paid_at_ms is not null and (new.paid_at_ms, new.topup_id) is distinct from (old.paid_at_ms, old.topup_id))
    or (new.review_id is distinct from old.review_id and new.status not in ('paid', 'disputed')) then
    raise exception 'what order % says does not change', old.id using errcode = 'R0003';
  end if;
  select * into decided from review where public_id = old.review_id and user_id = old.user_id;
  if not coalesce(case
    when old.status = 'reserved' and new.status = 'paid' then true
    when old.status = 'reserved' and new.status = 'cancelled' then true
    when old.status = 'reserved' and new.status = 'expired' then new.ended_at_ms >= old.pay_by_ms
    when old.status = 'paid' and new.status = 'disputed' then decided.state = 'cancelled'
    when old.status in ('paid', 'disputed') and new.status = 'released' then decided.state = 'approved'
    when old.status in ('paid', 'disputed') and new.status = 'cancelled' then decided.state = 'rejected'
  end, false) then
    raise exception 'order % does not go from % to %', old.id, old.status, new.status using errcode = 'R0002';
  end if;
  if new.status = 'released' then
    update c2c_merchant set held = held - new.amount, released = released + 1 where id = new.merchant_id;
  elsif new.status in ('cancelled', 'expired') then
    update c2c_merchant set owed = owed - new.amount, held = held - new.amount,
      refused = refused + case when old.paid_at_ms is null then 0 else 1 end
    where id = new.merchant_id;
    update c2c_offer set available = available + new.amount where id = new.offer_id;
  end if;
  return new;
end $$;
create trigger c2c_forward before update on c2c_order for each row execute function c2c_forward();

-- The operators' doors. Each believes a session, never a number.
--   C0003 what is asked for is not there, or is closed
--   C0004 the limit would be below what he owes; or he owes less than is settled
create function c2c_save_merchant(p_session text, p_id bigint, p_name text, p_asset text, p_limit numeric, p_state text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  saved bigint;
begin
  if p_id is null then
    insert into c2c_merchant (name, asset, liability_limit, state, added_by, added_at_ms)
    values (p_name, p_asset, p_limit, p_state, actor, p_now) returning id into saved;
  else
    update c2c_merchant set name = p_name, liability_limit = p_limit, state = p_state
    where id = p_id and asset = p_asset and state <> 'closed' returning id into saved;
    if saved is null then raise exception 'merchant % is not there, or closed', p_id using errcode = 'C0003'; end if;
  end if;
  return saved;
exception when check_violation then
  raise exception 'the limit of merchant % is below what he owes', p_id using errcode = 'C0004';
end $$;

-- `p_known`: of those that another operator entered and nobody confirmed, the one that says the same; the server opened and compared them.
create function c2c_enter_way(p_session text, p_merchant bigint, p_currency text, p_name text, p_sealed bytea, p_masked text, p_known bigint, p_now bigint)
returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
begin
  perform from c2c_merchant where id = p_merchant and state <> 'closed';
  if not found then raise exception 'merchant % is not there, or closed', p_merchant using errcode = 'C0003'; end if;
  if p_known is null then
    insert into c2c_way (merchant_id, currency, name, sealed, masked, added_by, added_at_ms)
    values (p_merchant, p_currency, p_name, p_sealed, p_masked, actor, p_now);
    return 'added';
  end if;
  update c2c_way set confirmed_by = actor, confirmed_at_ms = p_now
  where id = p_known and merchant_id = p_merchant and confirmed_by is null and retired_at_ms is null and added_by <> actor;
  return case when found then 'confirmed' else 'known' end;
end $$;
create function c2c_retire_way(p_session text, p_merchant bigint, p_way bigint, p_now bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
begin
  update c2c_way set retired_at_ms = p_now where id = p_way and merchant_id = p_merchant and retired_at_ms is null;
  if not found then raise exception 'way % is not there', p_way using errcode = 'C0003'; end if;
end $$;

-- Terms are a new version where they differ from those in force.
create function c2c_save_offer(p_session text, p_id bigint, p_merchant bigint, p_currency text, p_price numeric, p_min numeric, p_max numeric,
  p_minutes integer, p_available numeric, p_state text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  saved c2c_offer;
begin
  perform from c2c_merchant where id = p_merchant and state <> 'closed' for share;
  if not found then raise exception 'merchant % is not there, or closed', p_merchant using errcode = 'C0003'; end if;
  if p_id is null then
    insert into c2c_offer (merchant_id, currency, state, available, version) values (p_merchant, p_currency, p_state, p_available, 1) returning * into saved;
  else
    update c2c_offer o set state = p_state, available = p_available, version = version + case when exists (
      select from c2c_offer_term t where t.offer_id = o.id and t.version = o.version
        and (t.price, t.order_min, t.order_max, t.pay_minutes) = (p_price, p_min, p_max, p_minutes)) then 0 else 1 end
    where id = p_id and merchant_id = p_merchant and currency = p_currency and state <> 'closed' returning * into saved;
    if saved.id is null then raise exception 'offer % is not there, or closed', p_id using errcode = 'C0003'; end if;
  end if;
  insert into c2c_offer_term (offer_id, version, price, order_min, order_max, pay_minutes, operator_id, at_ms)
  values (saved.id, saved.version, p_price, p_min, p_max, p_minutes, actor, p_now) on conflict do nothing;
  return saved.id;
end $$;

-- Said again the same, it answers what was written and changes nothing.
create function c2c_settle(p_session text, p_merchant bigint, p_amount numeric, p_network text, p_transaction text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  made bigint;
begin
  insert into c2c_settlement (merchant_id, amount, network, transaction, operator_id, at_ms)
  values (p_merchant, p_amount, p_network, p_transaction, actor, p_now) on conflict (network, transaction) do nothing returning id into made;
  if made is null then
    select id into made from c2c_settlement
    where network = p_network and transaction = p_transaction and merchant_id = p_merchant and amount = p_amount;
    if made is null then raise exception 'the transaction settled something else' using errcode = 'C0003'; end if;
    return made;
  end if;
  update c2c_merchant set owed = owed - p_amount where id = p_merchant;
  return made;
exception when check_violation then
  raise exception 'merchant % does not owe that much', p_merchant using errcode = 'C0004';
end $$;
revoke execute on function c2c_save_merchant, c2c_enter_way, c2c_retire_way, c2c_save_offer, c2c_settle from public;
grant execute on function c2c_save_merchant, c2c_enter_way, c2c_retire_way, c2c_save_offer, c2c_settle to tessera_staff;

-- What was paid waits for one operator, from this much in USDT on for two; so does what somebody disputes.
insert into review_kind values ('merchant_order', 'treasury'), ('merchant_dispute', 'treasury');
insert into review_rule values
  ('merchant_order', 0, 1), ('merchant_order', 1000, 2), ('merchant_dispute', 0, 1), ('merchant_dispute', 1000, 2);
