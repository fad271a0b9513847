-- Flash exchange: one asset into another at the price of a stored tick. On what terms, by asset: as the other terms, in a table of their own.
create table flash_term (
  asset text not null references asset,
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  has_flash boolean not null,
  -- A share by which the asset's price gives way to the house: less for what is given, more for what is received.
  spread numeric(9,6) not null check (spread >= 0 and spread < 1),
  -- A share of what is received, taken out of it.
  fee_rate numeric(9,6) not null check (fee_rate >= 0 and fee_rate < 1),
  -- Of what is given, in units of the asset.
  flash_min numeric(36,18) not null check (flash_min > 0 and flash_min <> 'NaN'),
  flash_max numeric(36,18) not null check (flash_max >= flash_min and flash_max <> 'NaN'),
  primary key (asset, since_version)
);
create unique index flash_term_current on flash_term (asset) where until_version is null;
revoke insert, update, delete, truncate on flash_term from tessera_app;
insert into changeable_terms values ('flash', 'flash_term', '{asset}', '{has_flash,spread,fee_rate,flash_min,flash_max}');

-- The opening catalogue has them from the start; where its terms are recorded already they are a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'Flash exchange'
from catalog_version having exists (select from public_record where kind = 'terms');

insert into flash_term (asset, since_version, has_flash, spread, fee_rate, flash_min, flash_max)
select asset, (select max(version) from catalog_version), true, spread, 0.001, flash_min, flash_max
from (values
  ('USDT', 0, 10, 50000),
  ('BTC', 0.001, 0.0001, 0.5),
  ('ETH', 0.001, 0.003, 15),
  ('BNB', 0.001, 0.01, 50),
  ('SOL', 0.0015, 0.05, 250),
  ('XRP', 0.0015, 4, 20000),
  ('ADA', 0.002, 15, 70000),
  ('DOGE', 0.002, 50, 250000),
  ('DOT', 0.002, 2.5, 12000),
  ('AVAX', 0.002, 0.4, 2000),
  ('LINK', 0.002, 0.6, 3000),
  ('LTC', 0.0015, 0.1, 500),
  ('TRX', 0.002, 30, 150000)
) term (asset, spread, flash_min, flash_max);

-- A quote, and what became of it: it is taken once, within its time, at its own sums; or it is forgotten.
create table flash_exchange (
  id bigint generated always as identity primary key,
  -- By which the person takes it.
  quote_id text not null unique check (quote_id ~ '^[A-Za-z0-9_-]{16,32}$'),
  user_id bigint not null,
  mode text not null check (mode in ('real', 'demo')),
  from_asset text not null references asset,
  to_asset text not null references asset check (to_asset <> from_asset),
  given numeric(36,18) not null check (given > 0 and given <> 'NaN'),
  -- After the fee.
  received numeric(36,18) not null check (received > 0 and received <> 'NaN'),
  fee numeric(36,18) not null check (fee >= 0 and fee <> 'NaN'),
  rate numeric(36,18) not null check (rate >= 0 and rate <> 'NaN'),
  fee_rate numeric(9,6) not null,
  from_spread numeric(9,6) not null,
  to_spread numeric(9,6) not null,
  -- The ticks that price the assets; none of USDT.
  from_symbol text,
  from_seq bigint,
  from_at_ms bigint,
  from_price numeric,
  from_hash text,
  to_symbol text,
  to_seq bigint,
  to_at_ms bigint,
  to_price numeric,
  to_hash text,
  rule_version integer not null,
  catalog_version integer not null references catalog_version,
  quoted_at_ms bigint not null,
  expires_at_ms bigint not null check (expires_at_ms > quoted_at_ms),
  done_at_ms bigint check (done_at_ms between quoted_at_ms and expires_at_ms),
  journal_id bigint unique references journal,
  check (num_nulls(done_at_ms, journal_id) in (0, 2)),
  check (num_nulls(from_symbol, from_seq, from_at_ms, from_price, from_hash) = case from_asset when 'USDT' then 5 else 0 end),
  check (num_nulls(to_symbol, to_seq, to_at_ms, to_price, to_hash) = case to_asset when 'USDT' then 5 else 0 end)
);
create index flash_exchange_of_user on flash_exchange (user_id, mode, done_at_ms, id) where done_at_ms is not null;
create index flash_quote_of_user on flash_exchange (user_id, mode, id) where done_at_ms is null;
create index flash_quote_over on flash_exchange (expires_at_ms) where done_at_ms is null;
revoke update, truncate on flash_exchange from tessera_app;
grant update (done_at_ms, journal_id) on flash_exchange to tessera_app;

create function flash_exchange_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.done_at_ms is not null then
    raise exception 'exchange % is done', old.id using errcode = 'L0002';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if to_jsonb(new) - '{done_at_ms,journal_id}'::text[] is distinct from to_jsonb(old) - '{done_at_ms,journal_id}'::text[] then
    raise exception 'what quote % says does not change', old.id using errcode = 'L0002';
  end if;
  return new;
end $$;
create trigger flash_exchange_kept before update or delete on flash_exchange for each row execute function flash_exchange_kept();

-- As an order: a halt and an incident count from the instant of their commit, and the exchange is tried again, and refused then.
create function require_open_markets() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7353553);
  if exists (select from halt where symbol in (new.from_symbol, new.to_symbol) and until_ms is null)
    or exists (select from incident where symbol in (new.from_symbol, new.to_symbol) and from_ms <= new.done_at_ms and to_ms >= new.quoted_at_ms) then
    raise exception 'trading of % or % stopped', new.from_symbol, new.to_symbol using errcode = 'T0005';
  end if;
  return null;
end $$;
create constraint trigger flash_exchange_before_halts after update of done_at_ms on flash_exchange
  deferrable initially deferred for each row when (old.done_at_ms is null and new.done_at_ms is not null)
  execute function require_open_markets();

alter table receipt drop constraint receipt_product_check;
alter table receipt add constraint receipt_product_check check (product in ('seconds', 'spot', 'leverage', 'flash'));
