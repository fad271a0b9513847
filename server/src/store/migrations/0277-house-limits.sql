-- How much all people together may be on one side of a symbol, long less short, in the funding asset and in each account mode: what one gap
-- can cost the house (docs/decisions/0085). Terms like the others, in a table of their own, so that the text of older versions stays what
-- was recorded of it.
create table house_limit (
  symbol_id text not null,
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  net_notional numeric not null check (net_notional > 0 and net_notional <> 'NaN'),
  primary key (symbol_id, since_version)
);
create unique index house_limit_current on house_limit (symbol_id) where until_version is null;
revoke insert, update, delete, truncate on house_limit from tessera_app;

-- The opening catalogue has them from the start; where its terms are recorded already they are a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'What all positions of a market may be worth on one side'
from catalog_version having exists (select from public_record where kind = 'terms');

insert into house_limit (symbol_id, since_version, net_notional)
select t.symbol_id, (select max(version) from catalog_version), case s.asset_class when 'crypto' then 50000000 else 100000000 end
from leverage_term t join symbol s on s.id = t.symbol_id and s.until_version is null
where t.until_version is null;
