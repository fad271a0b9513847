-- On what terms money goes out to bank cards: as the other terms, in a table of their own.
create table card_term (
  asset text not null references asset,
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  has_withdrawal boolean not null,
  withdrawal_min numeric(36,18) not null check (withdrawal_min > withdrawal_fee),
  withdrawal_max numeric(36,18) not null check (withdrawal_max >= withdrawal_min and withdrawal_max <> 'NaN'),
  -- A sum, taken out of what is asked for.
  withdrawal_fee numeric(36,18) not null check (withdrawal_fee >= 0),
  primary key (asset, since_version)
);
create unique index card_term_current on card_term (asset) where until_version is null;
revoke insert, update, delete, truncate on card_term from tessera_app;
insert into changeable_terms values
  ('card', 'card_term', '{asset}', '{has_withdrawal,withdrawal_min,withdrawal_max,withdrawal_fee}');

-- The opening catalogue has them from the start; where its terms are recorded already they are a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'Withdrawal to bank cards'
from catalog_version having exists (select from public_record where kind = 'terms');
insert into card_term (asset, since_version, has_withdrawal, withdrawal_min, withdrawal_max, withdrawal_fee)
select 'USDT', max(version), true, 50, 20000, 3 from catalog_version;
