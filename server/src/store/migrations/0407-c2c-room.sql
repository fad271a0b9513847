-- What people who are not known yet may keep from others: an account costs nothing, and its orders need not be paid. Known is who is certified, or
-- was released an order before. All others together hold at most half of an offer, and its smallest order where that is more.
create index c2c_order_open_of_offer on c2c_order (offer_id) where status in ('reserved', 'paid', 'disputed');
create index c2c_order_released on c2c_order (user_id) where status = 'released';
create index c2c_order_came_to_nothing on c2c_order (user_id, ended_at_ms) where status in ('cancelled', 'expired');
drop index c2c_order_unpaid;

create function c2c_is_known(p_user bigint) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from c2c_order where user_id = p_user and status = 'released')
    or exists (select from identity_request where user_id = p_user and status = 'certified')
$$;

-- How much of the offer the person may order now, besides what is available. Null: as much as there is.
create function c2c_room(p_offer bigint, p_user bigint) returns numeric language sql stable set search_path = public, pg_temp as $$
  select case when not c2c_is_known(p_user) then greatest(0, greatest((o.available + opened.held) / 2, t.order_min) - opened.unknown) end
  from c2c_offer o join c2c_offer_term t on t.offer_id = o.id and t.version = o.version
  cross join lateral (
    select coalesce(sum(amount), 0) as held, coalesce(sum(amount) filter (where not c2c_is_known(user_id)), 0) as unknown
    from c2c_order where offer_id = o.id and status in ('reserved', 'paid', 'disputed')) opened
  where o.id = p_offer
$$;

-- As before, and asks for that room once the merchant is held.
create or replace function c2c_reserve() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status <> 'reserved' then raise exception 'an order begins as reserved' using errcode = 'R0002'; end if;
  update c2c_merchant set owed = owed + new.amount, held = held + new.amount
  where id = new.merchant_id and asset = new.asset and state = 'open';
  if not found then raise exception 'merchant % sells nothing now', new.merchant_id using errcode = 'C0001'; end if;
  if new.amount > c2c_room(new.offer_id, new.user_id) then
    raise exception 'people who are not known hold enough of offer %', new.offer_id using errcode = 'C0002';
  end if;
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
