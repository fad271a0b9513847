-- What one operator alone could turn into money: a debt that he says is paid, a higher limit, a price far from the market. Each is done once two
-- operators have entered the same, as for addresses.
create table c2c_entry (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references c2c_merchant,
  -- The act with every figure of it.
  what jsonb not null,
  entered_by bigint not null references operator,
  entered_at_ms bigint not null,
  confirmed_by bigint references operator check (confirmed_by <> entered_by),
  confirmed_at_ms bigint,
  check ((confirmed_by is null) = (confirmed_at_ms is null))
);
create index c2c_entry_waits on c2c_entry (merchant_id) where confirmed_by is null;
revoke insert, update, delete, truncate on c2c_entry from tessera_app;
create trigger c2c_entry_never_gone before delete on c2c_entry for each row execute function refuse_change();

-- With the merchant held. True: another operator entered the same within a week, and this confirms it. False: it waits for another one.
create function c2c_by_two(p_merchant bigint, p_what jsonb, p_actor bigint, p_now bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  week constant bigint := 7 * 86400000;
begin
  update c2c_entry set confirmed_by = p_actor, confirmed_at_ms = p_now where id = (
    select id from c2c_entry
    where merchant_id = p_merchant and what = p_what and confirmed_by is null and entered_by <> p_actor and entered_at_ms > p_now - week
    order by id limit 1);
  if found then return true; end if;
  insert into c2c_entry (merchant_id, what, entered_by, entered_at_ms)
  select p_merchant, p_what, p_actor, p_now where not exists (
    select from c2c_entry
    where merchant_id = p_merchant and what = p_what and confirmed_by is null and entered_by = p_actor and entered_at_ms > p_now - week);
  return false;
end $$;
revoke execute on function c2c_by_two from public;

-- How far from the market a price may be that one operator sets: 0.05 is five percent to either side.
create table c2c_price_rule (most_off numeric(6, 4) primary key check (most_off between 0 and 1));
revoke insert, update, delete, truncate on c2c_price_rule from tessera_app;
insert into c2c_price_rule values (0.05);

-- One unit of the asset in the currency, by the newest ticks; a USDT counts as a dollar. Null: nobody quotes it here, or not since a weekend.
create function c2c_market_price(p_asset text, p_currency text, p_now bigint) returns numeric
language sql stable set search_path = public, pg_temp as $$
  with quoted as (select symbol_id, price from tick_head where at_ms > p_now - 4 * 86400000::bigint)
  select case when p_asset = 'USDT' then 1 else (select price from quoted where symbol_id = p_asset || '-USDT') end
    * case when p_currency = 'USD' then 1 else coalesce(
      (select price from quoted where symbol_id = 'USD-' || p_currency), (select 1 / price from quoted where symbol_id = p_currency || '-USD')) end
$$;

-- Null: it waits for a second operator.
create or replace function c2c_save_merchant(p_session text, p_id bigint, p_name text, p_asset text, p_limit numeric, p_state text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  before numeric;
  saved bigint;
begin
  if p_id is null then
    -- Nobody can order of him before a second operator has entered how he is paid.
    insert into c2c_merchant (name, asset, liability_limit, state, added_by, added_at_ms)
    values (p_name, p_asset, p_limit, p_state, actor, p_now) returning id into saved;
    return saved;
  end if;
  select liability_limit into before from c2c_merchant where id = p_id and asset = p_asset and state <> 'closed' for no key update;
  if not found then raise exception 'merchant % is not there, or closed', p_id using errcode = 'C0003'; end if;
  if p_limit > before and not c2c_by_two(p_id, jsonb_build_object('limit', trim_scale(p_limit)), actor, p_now) then return null; end if;
  update c2c_merchant set name = p_name, liability_limit = p_limit, state = p_state where id = p_id;
  return p_id;
exception when check_violation then
  raise exception 'the limit of merchant % is below what he owes', p_id using errcode = 'C0004';
end $$;

-- Terms are a new version where they differ from those in force. Null: the price waits for a second operator.
create or replace function c2c_save_offer(p_session text, p_id bigint, p_merchant bigint, p_currency text, p_price numeric, p_min numeric, p_max numeric,
  p_minutes integer, p_available numeric, p_state text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  market numeric;
  saved c2c_offer;
begin
  select c2c_market_price(asset, p_currency, p_now) into market from c2c_merchant where id = p_merchant and state <> 'closed' for no key update;
  if not found then raise exception 'merchant % is not there, or closed', p_merchant using errcode = 'C0003'; end if;
  if p_id is not null and not exists (
    select from c2c_offer where id = p_id and merchant_id = p_merchant and currency = p_currency and state <> 'closed') then
    raise exception 'offer % is not there, or closed', p_id using errcode = 'C0003';
  end if;
  if not exists (
    select from c2c_offer o join c2c_offer_term t on t.offer_id = o.id and t.version = o.version where o.id = p_id and t.price = p_price)
    and not coalesce(abs(p_price - market) <= market * (select most_off from c2c_price_rule), false)
    and not c2c_by_two(p_merchant, jsonb_build_object('offer', p_id, 'currency', p_currency, 'price', trim_scale(p_price)), actor, p_now) then
    return null;
  end if;
  if p_id is null then
    insert into c2c_offer (merchant_id, currency, state, available, version) values (p_merchant, p_currency, p_state, p_available, 1) returning * into saved;
  else
    update c2c_offer o set state = p_state, available = p_available, version = version + case when exists (
      select from c2c_offer_term t where t.offer_id = o.id and t.version = o.version
        and (t.price, t.order_min, t.order_max, t.pay_minutes) = (p_price, p_min, p_max, p_minutes)) then 0 else 1 end
    where id = p_id returning * into saved;
  end if;
  insert into c2c_offer_term (offer_id, version, price, order_min, order_max, pay_minutes, operator_id, at_ms)
  values (saved.id, saved.version, p_price, p_min, p_max, p_minutes, actor, p_now) on conflict do nothing;
  return saved.id;
end $$;

-- Said again the same once it is settled, it answers what was written. Null: it waits for a second operator.
create or replace function c2c_settle(p_session text, p_merchant bigint, p_amount numeric, p_network text, p_transaction text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  settled c2c_settlement;
  what constant jsonb := jsonb_build_object('settles', trim_scale(p_amount), 'network', p_network, 'transaction', p_transaction);
begin
  perform from c2c_merchant where id = p_merchant for no key update;
  select * into settled from c2c_settlement where network = p_network and transaction = p_transaction;
  if found then
    if (settled.merchant_id, settled.amount) = (p_merchant, p_amount) then return settled.id; end if;
    raise exception 'the transaction settled something else' using errcode = 'C0003';
  end if;
  if not exists (select from c2c_merchant where id = p_merchant and owed - held >= p_amount) then
    raise exception 'merchant % does not owe that much', p_merchant using errcode = 'C0004';
  end if;
  if not c2c_by_two(p_merchant, what, actor, p_now) then return null; end if;
  insert into c2c_settlement (merchant_id, amount, network, transaction, operator_id, at_ms)
  values (p_merchant, p_amount, p_network, p_transaction, actor, p_now) returning * into settled;
  update c2c_merchant set owed = owed - p_amount where id = p_merchant;
  return settled.id;
end $$;
