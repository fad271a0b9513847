-- Interest Treasure: a sum that is kept for a number of days, and its interest each day. On what terms, by product: as the other terms.
create table treasure_term (
  product_id integer not null check (product_id > 0),
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  asset text not null references asset,
  has_sale boolean not null,
  -- A share: of the whole term, or of a year of day_count days. Simple in both.
  rate numeric(12,8) not null check (rate > 0 and rate <= 1),
  rate_kind text not null check (rate_kind in ('term', 'annual')),
  days integer not null check (days between 1 and 3650),
  day_count integer not null check (day_count between 360 and 366),
  -- Of one purchase; of all that a person keeps in the product; of everybody in a mode.
  treasure_min numeric(36,18) not null check (treasure_min > 0 and treasure_min <> 'NaN'),
  single_limit numeric(36,18) not null check (single_limit >= treasure_min and single_limit <> 'NaN'),
  treasure_max numeric(36,18) check (treasure_max >= single_limit and treasure_max <> 'NaN'),
  capacity numeric(36,18) check (capacity > 0 and capacity <> 'NaN'),
  -- Decimals of an amount.
  amount_scale smallint not null check (amount_scale between 0 and 8),
  -- What leaving early costs: days of interest or a share of what is redeemed. Null: it stays until its end.
  penalty text check (penalty in ('forfeit_rewards', 'days_of_interest', 'percent_principal')),
  penalty_value numeric(12,8) check (penalty_value >= 0 and penalty_value <= case penalty when 'percent_principal' then 1 else 366 end),
  -- Never more than was earned with it.
  is_capped boolean,
  -- A part may be redeemed.
  is_partly boolean,
  has_review boolean not null,
  primary key (product_id, since_version),
  check (num_nulls(penalty, penalty_value, is_capped, is_partly) in (0, 4))
);
create unique index treasure_term_current on treasure_term (product_id) where until_version is null;
revoke insert, update, delete, truncate on treasure_term from tessera_app;
insert into changeable_terms values
  ('treasure', 'treasure_term', '{product_id}', '{has_sale,has_review,rate,treasure_min,single_limit,treasure_max,capacity,penalty_value}');

-- The opening catalogue has them from the start; where its terms are recorded already they are a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'Interest Treasure'
from catalog_version having exists (select from public_record where kind = 'terms');

insert into treasure_term
  (product_id, since_version, asset, has_sale, rate, rate_kind, days, day_count, treasure_min, single_limit, treasure_max, capacity,
   amount_scale, penalty, penalty_value, is_capped, is_partly, has_review)
select product_id, (select max(version) from catalog_version), 'USDT', true, rate, rate_kind, days, 365, treasure_min, single_limit,
  treasure_max, capacity, 2, penalty, penalty_value, is_capped, is_partly, has_review
from (values
  (1, 0.05, 'annual', 7, 10, 20000, 100000, 5000000, 'forfeit_rewards', 0, true, true, false),
  (2, 0.006, 'term', 30, 100, 50000, 200000, 10000000, 'days_of_interest', 1.5, true, false, false),
  (3, 0.09, 'annual', 90, 100, 50000, 200000, 10000000, 'percent_principal', 0.01, false, true, false),
  (4, 0.12, 'annual', 365, 1000, 100000, 500000, 20000000, null, null, null, null, true)
) term (product_id, rate, rate_kind, days, treasure_min, single_limit, treasure_max, capacity, penalty, penalty_value, is_capped, is_partly, has_review);

-- A purchase. Its terms are a copy: a later version of the product changes nothing of it.
create table treasure_order (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  mode text not null check (mode in ('real', 'demo')),
  client_order_id uuid not null,
  product_id integer not null,
  catalog_version integer not null references catalog_version,
  asset text not null references asset,
  -- Decimals of the asset, in which interest is paid, and of an amount.
  asset_scale smallint not null,
  amount_scale smallint not null,
  rate numeric(12,8) not null,
  rate_kind text not null check (rate_kind in ('term', 'annual')),
  days integer not null,
  day_count integer not null,
  penalty text,
  penalty_value numeric(12,8),
  is_capped boolean,
  is_partly boolean,
  amount numeric(36,18) not null check (amount > 0 and amount <> 'NaN'),
  bought_at_ms bigint not null,
  review_id text unique,
  -- What of it is kept now, or waits for the review.
  principal numeric(36,18) not null check (principal between 0 and amount),
  -- Paid out in all; what of it was earned with what is kept now; what was cut off and is due with the next day, times the days of the rate.
  earned numeric(36,18) not null default 0 check (earned >= 0 and earned <> 'NaN'),
  rewards numeric(36,18) not null default 0 check (rewards between 0 and earned),
  carry numeric(36,18) not null default 0 check (carry >= 0 and carry <> 'NaN'),
  -- Kept back by redemptions.
  penalties numeric(36,18) not null default 0 check (penalties >= 0 and penalties <> 'NaN'),
  status text not null check (status in ('pending_review', 'in_custody', 'completed', 'cancelled')),
  end_kind text check (end_kind in ('matured', 'redeemed', 'rejected', 'expired', 'cancelled')),
  reason text,
  decided_at_ms bigint,
  -- Days since 1970, UTC: the first of the term, and the next that is booked.
  start_day integer,
  next_day integer,
  ended_at_ms bigint,
  unique (user_id, client_order_id),
  check ((end_kind is null) = (ended_at_ms is null)),
  check (case status
    when 'pending_review' then num_nulls(end_kind, start_day, next_day) = 3 and review_id is not null
    when 'in_custody' then end_kind is null and principal > 0 and next_day between start_day and start_day + days - 1
    when 'completed' then principal = 0 and next_day is null and (end_kind = 'redeemed' or end_kind = 'matured')
    else principal = 0 and start_day is null and next_day is null and end_kind in ('rejected', 'expired', 'cancelled') end)
);
create index treasure_order_of_user on treasure_order (user_id, mode, bought_at_ms, id);
create index treasure_order_open on treasure_order (user_id, mode, product_id) where status in ('pending_review', 'in_custody');
create index treasure_order_due on treasure_order (next_day, id) where status = 'in_custody';
revoke update, delete, truncate on treasure_order from tessera_app;
grant update (principal, earned, rewards, carry, penalties, status, end_kind, reason, decided_at_ms, start_day, next_day, ended_at_ms)
  on treasure_order to tessera_app;

-- From the review into custody or back, from custody to the end; a day is booked once, and what ended stays as it is.
create function treasure_order_forward() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not (case old.status
      when 'pending_review' then new.status in ('in_custody', 'cancelled')
      when 'in_custody' then new.status in ('in_custody', 'completed') and new.start_day = old.start_day
        and (new.next_day is null or new.next_day >= old.next_day)
      else false end)
    or new.principal > old.principal or new.earned < old.earned or new.penalties < old.penalties then
    raise exception 'deposit % does not go from % to %', old.id, old.status, new.status using errcode = 'L0002';
  end if;
  return new;
end $$;
create trigger treasure_order_forward before update on treasure_order for each row execute function treasure_order_forward();

-- Early redemptions of an order, whole or in part.
create table treasure_redemption (
  order_id bigint not null references treasure_order,
  turn integer not null check (turn > 0),
  amount numeric(36,18) not null check (amount > 0 and amount <> 'NaN'),
  penalty numeric(36,18) not null check (penalty between 0 and amount),
  at_ms bigint not null,
  primary key (order_id, turn)
);
revoke update, delete, truncate on treasure_redemption from tessera_app;
create trigger treasure_redemption_append_only before update or delete on treasure_redemption for each row execute function refuse_change();

-- What everybody keeps in a product. Who buys holds its row, so that two who come at once do not both get the last of it.
create table treasure_taken (
  product_id integer not null,
  mode text not null check (mode in ('real', 'demo')),
  taken numeric(36,18) not null check (taken >= 0 and taken <> 'NaN'),
  primary key (product_id, mode)
);
revoke delete, truncate on treasure_taken from tessera_app;

insert into review_kind values ('treasure', 'treasury');
insert into review_rule values ('treasure', 0, 1), ('treasure', 50000, 2);
