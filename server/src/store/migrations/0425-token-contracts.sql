-- The contract of a token where no program reads its network: money that is sent there is lost as it is on any other. As the network writes it.
alter table asset_network drop constraint asset_network_token,
  add constraint asset_network_token check (token_contract ~ '^(0x[0-9a-f]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$');

-- The opening catalogue has it from the start; where its terms are recorded already it is a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'The contract of USDT on Tron'
from catalog_version having exists (select from public_record where kind = 'terms');

update asset_network set until_version = (select max(version) from catalog_version)
where asset = 'USDT' and network = 'tron' and until_version is null and since_version < (select max(version) from catalog_version);

insert into asset_network (asset, network, since_version, has_topup, has_withdrawal, topup_min, confirmations, minutes, withdrawal_min, withdrawal_max, withdrawal_fee)
select asset, network, until_version, has_topup, has_withdrawal, topup_min, confirmations, minutes, withdrawal_min, withdrawal_max, withdrawal_fee
from asset_network where asset = 'USDT' and network = 'tron' and until_version = (select max(version) from catalog_version);

update asset_network set token_contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals = 6
where asset = 'USDT' and network = 'tron' and until_version is null;
