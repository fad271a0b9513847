-- Merchants answer now, and with them every method: this one is opened. The opening catalogue has it open from the start; where terms are
-- recorded it is a new version.
alter table topup_term drop constraint topup_term_answered;

insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'Coins from merchants are open'
from catalog_version having exists (select from public_record where kind = 'terms');
with ended as (
  update topup_term set until_version = (select max(version) from catalog_version)
  where method = 'c2c' and until_version is null and since_version < (select max(version) from catalog_version) returning *
)
insert into topup_term
select (jsonb_populate_record(null::topup_term, to_jsonb(ended) || jsonb_build_object('since_version', ended.until_version, 'until_version', null))).*
from ended;
update topup_term set has_topup = true where method = 'c2c' and until_version is null;
