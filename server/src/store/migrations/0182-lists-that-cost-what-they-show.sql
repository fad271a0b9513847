-- Lists of orders: a page begins where the one before ended, and what a filter covers is added up from sums that are kept for
-- each day. Neither grows with what a person has traded before.

-- Orders that ended, of all products alike. side: long and short, or buy and sell; volume: stake, or what was traded in spot.
create view ended_order as
  select 'seconds' as product, id, user_id, mode, asset_class, symbol_id, direction as side, accepted_at_ms,
    (outcome = 'won')::int as won, (outcome = 'lost')::int as lost, (outcome in ('equal', 'void'))::int as returned,
    stake as volume, fee, 0::numeric as swap, profit
  from sec_order where status = 'settled'
  union all
  select 'spot', id, user_id, mode, 'crypto', symbol_id, side, accepted_at_ms, 0, 0, 0, filled_total, fee, 0, 0
  from spot_order where not is_open
  union all
  select 'leverage', id, user_id, mode, asset_class, symbol_id, direction, accepted_at_ms, 0, 0, 0, 0, fee, swap,
    case when closings > 0 then profit - fee + swap else 0 end
  from leverage_order where status in ('closed', 'cancelled');

-- By the day (UTC, counted from 1970) of acceptance, which is what lists are filtered by.
create table order_tally (
  user_id bigint not null,
  mode text not null,
  product text not null,
  symbol_id text not null,
  side text not null,
  day integer not null,
  asset_class text not null,
  orders bigint not null,
  won bigint not null,
  lost bigint not null,
  returned bigint not null,
  volume numeric(36, 18) not null,
  fee numeric(36, 18) not null,
  swap numeric(36, 18) not null,
  profit numeric(36, 18) not null,
  primary key (user_id, mode, product, symbol_id, side, day)
) with (fillfactor = 80);
insert into order_tally
select user_id, mode, product, symbol_id, side, accepted_at_ms / 86400000, asset_class,
  count(*), sum(won), sum(lost), sum(returned), sum(volume), sum(fee), sum(swap), sum(profit)
from ended_order group by 1, 2, 3, 4, 5, 6, 7;
revoke insert, update, delete, truncate on order_tally from tessera_app;

-- What ends an order has posted before: it holds the person's accounts, and so the sums too. They add no lock to the order.
create function tally_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into order_tally as kept
  select user_id, mode, product, symbol_id, side, accepted_at_ms / 86400000, asset_class, 1, won, lost, returned, volume, fee, swap, profit
  from ended_order where product = tg_argv[0] and id = new.id
  on conflict (user_id, mode, product, symbol_id, side, day) do update set
    orders = kept.orders + 1, won = kept.won + excluded.won, lost = kept.lost + excluded.lost, returned = kept.returned + excluded.returned,
    volume = kept.volume + excluded.volume, fee = kept.fee + excluded.fee, swap = kept.swap + excluded.swap, profit = kept.profit + excluded.profit;
  return null;
end $$;
create trigger sec_order_tally after update on sec_order for each row
  when (old.status <> 'settled' and new.status = 'settled') execute function tally_order('seconds');
create trigger spot_order_tally after update on spot_order for each row
  when (old.ended_at_ms is null and new.ended_at_ms is not null) execute function tally_order('spot');
create trigger leverage_order_tally after update on leverage_order for each row
  when (old.closed_at_ms is null and new.closed_at_ms is not null) execute function tally_order('leverage');
-- An incident gives a lost stake back: nothing else changes an order that ended.
create function tally_correction() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update order_tally set lost = lost - 1, returned = returned + 1, profit = profit + new.profit - old.profit
  where (user_id, mode, product, symbol_id, side, day)
    = (new.user_id, new.mode, 'seconds', new.symbol_id, new.direction, (new.accepted_at_ms / 86400000)::int);
  return null;
end $$;
create trigger sec_order_tally_correction after update on sec_order for each row
  when (old.outcome = 'lost' and new.outcome = 'void') execute function tally_correction();

-- A list is of a family (crypto, or forex and metals) or of one symbol.
drop index sec_order_list;
create index sec_order_of_family on sec_order (user_id, mode, (asset_class = 'crypto'), accepted_at_ms, id);
create index sec_order_of_symbol on sec_order (user_id, mode, symbol_id, accepted_at_ms, id);
drop index spot_order_list;
create index spot_order_of_side on spot_order (user_id, mode, side, accepted_at_ms, id);
create index spot_order_of_symbol on spot_order (user_id, mode, symbol_id, side, accepted_at_ms, id);
drop index leverage_order_list;
create index leverage_order_of_family on leverage_order (user_id, mode, (asset_class = 'crypto'), direction, accepted_at_ms, id);
create index leverage_order_of_symbol on leverage_order (user_id, mode, symbol_id, direction, accepted_at_ms, id);

-- The newest ended orders below a place (instant of acceptance, then id), some of each side; whoever asks merges them. In the
-- order of the index, whatever the planner thinks a person has on average: see newest_entries (0131).
create function newest_seconds(
  p_user bigint, p_mode text, p_is_crypto boolean, p_symbol text, p_from_ms bigint, p_to_ms bigint, p_at_ms bigint, p_id bigint, p_most int
) returns setof sec_order
language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  (select * from sec_order
    where p_symbol is null and user_id = p_user and mode = p_mode and (asset_class = 'crypto') = p_is_crypto and status = 'settled'
      and accepted_at_ms between p_from_ms and p_to_ms and (accepted_at_ms, id) < (p_at_ms, p_id)
    order by accepted_at_ms desc, id desc limit p_most)
  union all
  (select * from sec_order
    where user_id = p_user and mode = p_mode and symbol_id = p_symbol and status = 'settled'
      and accepted_at_ms between p_from_ms and p_to_ms and (accepted_at_ms, id) < (p_at_ms, p_id)
    order by accepted_at_ms desc, id desc limit p_most)
$$;
create function newest_spot(
  p_user bigint, p_mode text, p_sides text[], p_symbol text, p_from_ms bigint, p_to_ms bigint, p_at_ms bigint, p_id bigint, p_most int
) returns setof spot_order
language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select o.* from unnest(p_sides) asked (side) cross join lateral (
    select * from spot_order
    where p_symbol is null and user_id = p_user and mode = p_mode and side = asked.side and not is_open
      and accepted_at_ms between p_from_ms and p_to_ms and (accepted_at_ms, id) < (p_at_ms, p_id)
    order by accepted_at_ms desc, id desc limit p_most) o
  union all
  select o.* from unnest(p_sides) asked (side) cross join lateral (
    select * from spot_order
    where user_id = p_user and mode = p_mode and symbol_id = p_symbol and side = asked.side and not is_open
      and accepted_at_ms between p_from_ms and p_to_ms and (accepted_at_ms, id) < (p_at_ms, p_id)
    order by accepted_at_ms desc, id desc limit p_most) o
$$;
create function newest_leverage(
  p_user bigint, p_mode text, p_is_crypto boolean, p_sides text[], p_symbol text,
  p_from_ms bigint, p_to_ms bigint, p_at_ms bigint, p_id bigint, p_most int
) returns setof leverage_order
language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select o.* from unnest(p_sides) asked (side) cross join lateral (
    select * from leverage_order
    where p_symbol is null and user_id = p_user and mode = p_mode and (asset_class = 'crypto') = p_is_crypto and direction = asked.side
      and status in ('closed', 'cancelled') and accepted_at_ms between p_from_ms and p_to_ms and (accepted_at_ms, id) < (p_at_ms, p_id)
    order by accepted_at_ms desc, id desc limit p_most) o
  union all
  select o.* from unnest(p_sides) asked (side) cross join lateral (
    select * from leverage_order
    where user_id = p_user and mode = p_mode and symbol_id = p_symbol and direction = asked.side
      and status in ('closed', 'cancelled') and accepted_at_ms between p_from_ms and p_to_ms and (accepted_at_ms, id) < (p_at_ms, p_id)
    order by accepted_at_ms desc, id desc limit p_most) o
  -- A symbol of the other family has a list there.
  where (o.asset_class = 'crypto') = p_is_crypto
$$;
