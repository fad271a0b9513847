-- A decision about a loan is shown with the tick before its minute, and that one with the hash before it: what is kept began one tick too late.
insert into tick_keep
select distinct price->>'symbol', greatest(1, (price->>'fromSeq')::bigint - 2), (price->>'fromSeq')::bigint
from loan_decision, jsonb_array_elements(body->'collateral') one, lateral (select one->'price') of (price)
where jsonb_typeof(price) = 'object' and price ? 'fromSeq'
on conflict do nothing;
