-- A night, the triple one included, brings no more than opening and closing cost (docs/decisions/0067). Where nobody traded yet,
-- the opening catalogue says so from the start. Elsewhere it is a new version: open positions keep the swap they were accepted under.
create temporary table most_swap (symbol_id text primary key, swap_long numeric, swap_short numeric) on commit drop;
insert into most_swap values ('USD-JPY', 3.3, 0), ('USD-CHF', 4.6, 0), ('EUR-JPY', 5.3, 0), ('XAU-USD', 0, 83);

update leverage_term t set swap_long = least(t.swap_long, m.swap_long), swap_short = least(t.swap_short, m.swap_short)
from most_swap m where m.symbol_id = t.symbol_id and t.until_version is null and not exists (select from leverage_order);

insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'A night brings no more than the round trip costs'
from catalog_version having exists (select from leverage_order);

with ended as (
  update leverage_term t set until_version = (select max(version) from catalog_version)
  from most_swap m where m.symbol_id = t.symbol_id and t.until_version is null and exists (select from leverage_order) returning t.*
)
insert into leverage_term
select (jsonb_populate_record(null::leverage_term, to_jsonb(ended) || jsonb_build_object('since_version', ended.until_version,
  'until_version', null, 'swap_long', least(ended.swap_long, m.swap_long), 'swap_short', least(ended.swap_short, m.swap_short)))).*
from ended join most_swap m using (symbol_id);
