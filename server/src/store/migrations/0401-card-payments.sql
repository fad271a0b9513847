-- Money in by bank card, through a gateway. From how much on an operator looks at it is a term, in units of the asset; null: at none.
alter table topup_term add column review_from numeric(36,18),
  add constraint topup_term_review check (review_from > 0 and review_from <> 'NaN');
do $$
declare
  closed text := (select conname from pg_constraint where conrelid = 'topup_term'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%has_topup%');
begin
  execute format('alter table topup_term drop constraint %I', closed);
end $$;
alter table topup_term add constraint topup_term_answered check (not has_topup or method in ('crypto', 'manual', 'bank_card'));
update changeable_terms set fields = fields || '{review_from}' where name = 'topup';

-- The opening catalogue has it from the start; where its terms are recorded already it is a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'Top-up by bank card'
from catalog_version having exists (select from public_record where kind = 'terms');
with ended as (
  update topup_term set until_version = (select max(version) from catalog_version)
  where method = 'bank_card' and until_version is null and since_version < (select max(version) from catalog_version) returning *
)
insert into topup_term
select (jsonb_populate_record(null::topup_term, to_jsonb(ended) || jsonb_build_object('since_version', ended.until_version, 'until_version', null))).*
from ended;
-- It is shown where a gateway is set.
update topup_term set has_topup = true, review_from = 2000 where method = 'bank_card' and until_version is null;

-- What the gateway does with a top-up. Amount and coin are the top-up's.
create table gateway_payment (
  topup_id bigint primary key references topup,
  -- As the settings name it: the money lies there until it is paid out to the house.
  gateway text not null check (gateway ~ '^[a-z][a-z0-9]{1,15}$'),
  -- Ours: the gateway makes one payment of it, however often it is asked.
  reference text not null unique check (reference ~ '^[A-Za-z0-9_-]{20,64}$'),
  -- Where the person comes from and goes back to.
  origin text not null,
  -- The gateway's own.
  provider_id text check (length(provider_id) between 1 and 100),
  page text,
  state text not null default 'wanted' check (state in ('wanted', 'open', 'paid', 'declined', 'expired', 'refunded', 'charged_back')),
  expires_at_ms bigint not null,
  -- When the gateway is asked again; null: never.
  ask_at_ms bigint,
  asks integer not null default 0,
  unique (gateway, provider_id),
  check (state <> 'open' or num_nonnulls(provider_id, page) = 2)
);
create index gateway_payment_due on gateway_payment (ask_at_ms) where ask_at_ms is not null;
revoke update, delete, truncate on gateway_payment from tessera_app;
grant update (provider_id, page, state, ask_at_ms, asks) on gateway_payment to tessera_app;

create function gateway_payment_forward() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (to_jsonb(new) - '{provider_id,page,state,ask_at_ms,asks}'::text[]) is distinct from (to_jsonb(old) - '{provider_id,page,state,ask_at_ms,asks}'::text[])
    or (old.provider_id is not null and new.provider_id is distinct from old.provider_id)
    or (new.state <> old.state and not (case
      when old.state in ('wanted', 'open') then new.state in ('open', 'paid', 'declined', 'expired')
      when old.state = 'paid' then new.state in ('refunded', 'charged_back')
      else false
    end)) then
    raise exception 'payment of top-up % does not go from % to %', old.topup_id, old.state, new.state using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger gateway_payment_forward before update on gateway_payment for each row execute function gateway_payment_forward();
create trigger gateway_payment_kept before delete on gateway_payment for each row execute function refuse_change();

-- Nothing is credited, nor put before an operator, that the gateway did not say was paid.
create function topup_card_paid() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from gateway_payment where topup_id = new.id and state not in ('wanted', 'open', 'declined', 'expired')) then
    raise exception 'top-up % is not paid', new.id using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger topup_card_paid before update on topup for each row
  when (new.method = 'bank_card' and new.status in ('success', 'under_review')) execute function topup_card_paid();

-- What a gateway said that was not done, or did not say: for operators. The same again is counted.
create table gateway_alarm (
  id bigint generated always as identity primary key,
  reason text not null check (reason ~ '^[a-z_]{3,40}$'),
  -- A payment, or the day for what nobody can be shown to have sent.
  subject text not null check (length(subject) between 1 and 100),
  topup_id bigint references topup,
  detail text not null,
  times bigint not null default 1 check (times > 0),
  first_at_ms bigint not null,
  last_at_ms bigint not null,
  unique (reason, subject)
);
create index gateway_alarm_newest on gateway_alarm (last_at_ms, id);
revoke update, delete, truncate on gateway_alarm from tessera_app;
grant update (detail, times, last_at_ms) on gateway_alarm to tessera_app;
create trigger gateway_alarm_kept before delete on gateway_alarm for each row execute function refuse_change();
