-- The rule that decides about a loan, and for how many seconds a price is the newest, are terms as the others, carried by the loan that was made on them.
alter table loan_term add column rule_version integer not null default 3 check (rule_version = 3),
  add column fresh_seconds integer not null default 10 check (fresh_seconds between 1 and 60);
alter table loan add column rule_version integer not null default 2 check (rule_version in (2, 3)), add column fresh_seconds integer;
-- Loans of before go on by their own rule, and by what the catalogue says of each market.
alter table loan alter column rule_version set default 3, alter column fresh_seconds set default 10,
  add check ((rule_version = 2) = (fresh_seconds is null));
-- The version of the terms that its weight is of. Of what was locked before nobody knows it.
alter table loan_collateral add column catalog_version integer references catalog_version;
update changeable_terms set fields = fields || '{fresh_seconds}' where name = 'loan';

-- The opening catalogue has both from the start; where its terms are recorded already it is a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'Each coin of a loan counts at its own last price'
from catalog_version having exists (select from public_record where kind = 'terms');
with ended as (
  update loan_term set until_version = (select max(version) from catalog_version)
  where until_version is null and since_version < (select max(version) from catalog_version) returning *
)
insert into loan_term
select (jsonb_populate_record(null::loan_term, to_jsonb(ended) || jsonb_build_object('since_version', ended.until_version, 'until_version', null))).*
from ended;

create or replace function loan_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.user_id, new.mode, new.client_order_id, new.asset, new.principal, new.days, new.daily_rate, new.overdue_rate, new.min_days, new.initial_ltv,
      new.call_ltv, new.liquidation_ltv, new.liquidation_fee, new.mean_seconds, new.rule_version, new.fresh_seconds, new.catalog_version, new.asked_at_ms)
    is distinct from (old.user_id, old.mode, old.client_order_id, old.asset, old.principal, old.days, old.daily_rate, old.overdue_rate, old.min_days, old.initial_ltv,
      old.call_ltv, old.liquidation_ltv, old.liquidation_fee, old.mean_seconds, old.rule_version, old.fresh_seconds, old.catalog_version, old.asked_at_ms) then
    raise exception 'the terms of loan % do not change', old.id using errcode = 'L0002';
  end if;
  if old.ended_at_ms is not null and new is distinct from old then
    raise exception 'loan % is over', old.id using errcode = 'L0002';
  end if;
  if new.booked_day < old.booked_day or new.interest < old.interest or new.repaid < old.repaid then
    raise exception 'what loan % has booked is not taken back', old.id using errcode = 'L0002';
  end if;
  return new;
end $$;
