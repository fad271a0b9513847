-- The networks over which money comes in and goes out.
create table network (
  id text primary key check (id ~ '^[a-z]{2,16}$'),
  -- As people know it, in every language.
  name text not null,
  address_kind text not null check (address_kind in ('bitcoin', 'evm', 'tron'))
);
revoke insert, update, delete, truncate on network from tessera_app;
insert into network values
  ('bitcoin', 'Bitcoin', 'bitcoin'), ('ethereum', 'Ethereum (ERC-20)', 'evm'), ('tron', 'Tron (TRC-20)', 'tron');

-- Which asset comes and goes over which network, and on what terms: as the other terms, in a table of their own.
create table asset_network (
  asset text not null references asset,
  network text not null references network,
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  has_topup boolean not null,
  has_withdrawal boolean not null,
  -- In units of the asset. Less than that is kept, shown and not credited.
  topup_min numeric(36,18) not null check (topup_min > 0 and topup_min <> 'NaN'),
  -- Blocks on top of the one that holds the payment, and how long that usually takes.
  confirmations smallint not null check (confirmations between 1 and 1000),
  minutes smallint not null check (minutes between 1 and 1440),
  withdrawal_min numeric(36,18) not null check (withdrawal_min > withdrawal_fee),
  withdrawal_max numeric(36,18) not null check (withdrawal_max >= withdrawal_min and withdrawal_max <> 'NaN'),
  -- A sum, taken out of what is asked for.
  withdrawal_fee numeric(36,18) not null check (withdrawal_fee >= 0),
  primary key (asset, network, since_version)
);
create unique index asset_network_current on asset_network (asset, network) where until_version is null;
revoke insert, update, delete, truncate on asset_network from tessera_app;
insert into changeable_terms values
  ('network', 'asset_network', '{asset,network}',
    '{has_topup,has_withdrawal,topup_min,confirmations,minutes,withdrawal_min,withdrawal_max,withdrawal_fee}');

-- The opening catalogue has them from the start; where its terms are recorded already they are a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'Networks for money in and out'
from catalog_version having exists (select from public_record where kind = 'terms');

insert into asset_network (asset, network, since_version, has_topup, has_withdrawal, topup_min, confirmations, minutes, withdrawal_min, withdrawal_max, withdrawal_fee)
select asset, network, (select max(version) from catalog_version), true, true, topup_min, confirmations, minutes, withdrawal_min, withdrawal_max, withdrawal_fee
from (values
  ('USDT', 'tron', 10, 20, 3, 20, 100000, 1),
  ('USDT', 'ethereum', 20, 12, 5, 50, 100000, 5),
  ('ETH', 'ethereum', 0.01, 12, 5, 0.02, 50, 0.001),
  ('TRX', 'tron', 50, 20, 3, 100, 500000, 2),
  ('BTC', 'bitcoin', 0.0005, 2, 30, 0.001, 5, 0.0001)
) term (asset, network, topup_min, confirmations, minutes, withdrawal_min, withdrawal_max, withdrawal_fee);
