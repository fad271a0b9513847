-- A market of running loans that has had no prices that decide for some minutes: nothing protects them against its coin. One for each such time.
create table loan_price_alarm (
  id bigint generated always as identity primary key,
  symbol_id text not null,
  -- The last prices that decided; null where there were none for a week.
  last_at_ms bigint,
  told_at_ms bigint not null,
  -- It has prices that decide again, or no loan needs them any more.
  ended_at_ms bigint check (ended_at_ms >= told_at_ms),
  -- The most loans with real money that it was about.
  loans integer not null check (loans > 0)
);
create unique index loan_price_alarm_open on loan_price_alarm (symbol_id) where ended_at_ms is null;
revoke update, delete, truncate on loan_price_alarm from tessera_app;
grant update (ended_at_ms, loans) on loan_price_alarm to tessera_app;
create trigger loan_price_alarm_kept before delete on loan_price_alarm for each row execute function refuse_change();

alter table alarm_done drop constraint alarm_done_kind_check;
alter table alarm_done add check (kind in ('gateway', 'custody', 'deposit', 'loan_price'));
-- As in 0437, and: of more loans than the operator saw it is open again.
create or replace function alarm_now(p_kind text, p_ref text) returns table (user_id bigint, says text)
language sql stable set search_path = public, pg_temp as $$
  select t.user_id, a.times::text from gateway_alarm a left join topup t on t.id = a.topup_id
  where p_kind = 'gateway' and a.id::text = p_ref
  union all
  select null, trim_scale(difference)::text from custody_count
  where p_kind = 'custody' and difference <> 0 and rail || ' ' || asset || ' ' || day = p_ref
  union all
  select d.user_id, d.state || ' ' || d.moved_at_ms from chain_deposit d
  where p_kind = 'deposit' and d.state in ('unmatched', 'owed') and d.id::text = p_ref
  union all
  select null, a.loans::text from loan_price_alarm a where p_kind = 'loan_price' and a.id::text = p_ref
$$;
