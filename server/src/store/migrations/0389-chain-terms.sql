-- Which chain a network is, for those that are read by programs: as its nodes name it (EIP-155).
alter table network add column chain_id bigint,
  add constraint network_chain check (chain_id is null or (chain_id > 0 and address_kind = 'evm'));
update network set chain_id = 1 where id = 'ethereum';

-- How an asset is written there: null is the network's own coin, else the contract of the token, in small letters; and the digits behind the point
-- of its smallest unit. Believed from here, never from the token. Operators do not change them: another contract is another asset.
alter table asset_network
  add column token_contract text,
  add column decimals smallint,
  add constraint asset_network_token check (token_contract ~ '^0x[0-9a-f]{40}$'),
  add constraint asset_network_decimals check (decimals between 0 and 36),
  add constraint asset_network_token_decimals check (token_contract is null or decimals is not null);
create unique index asset_network_token_once on asset_network (network, coalesce(token_contract, ''))
  where until_version is null and decimals is not null;

-- The opening catalogue has them from the start; where its terms are recorded already they are a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'How coins are written on their chains'
from catalog_version having exists (select from public_record where kind = 'terms');

create temporary table chain_term on commit drop as
select * from (values
  ('USDT', 'ethereum', '0xdac17f958d2ee523a2206206994597c13d831ec7', 6),
  ('ETH', 'ethereum', null, 18)
) term (asset, network, token_contract, decimals);

update asset_network old set until_version = (select max(version) from catalog_version)
from chain_term term
where old.asset = term.asset and old.network = term.network and old.until_version is null
  and old.since_version < (select max(version) from catalog_version);

insert into asset_network (asset, network, since_version, has_topup, has_withdrawal, topup_min, confirmations, minutes, withdrawal_min, withdrawal_max, withdrawal_fee)
select asset, network, until_version, has_topup, has_withdrawal, topup_min, confirmations, minutes, withdrawal_min, withdrawal_max, withdrawal_fee
from asset_network join chain_term using (asset, network)
where until_version = (select max(version) from catalog_version);

update asset_network term set token_contract = found.token_contract, decimals = found.decimals
from chain_term found where term.asset = found.asset and term.network = found.network and term.until_version is null;
