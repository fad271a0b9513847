-- What an operator has dealt with, and how. It leaves what is open and stays to be read; where it says more than he saw, it is open again.
create table alarm_done (
  -- Of the card gateway; a count of custody that differed; a payment on a chain that nobody was credited, or that has gone.
  kind text not null check (kind in ('gateway', 'custody', 'deposit')),
  -- "12"; "ethereum USDT 20000".
  ref text not null check (length(ref) between 1 and 60),
  -- What it said: how often, the difference, the state.
  seen text not null,
  reason text not null check (btrim(reason) <> ''),
  operator_id bigint not null references operator,
  at_ms bigint not null,
  primary key (kind, ref, seen)
);
revoke insert, update, delete, truncate on alarm_done from tessera_app;
create trigger alarm_done_append_only before update or delete on alarm_done for each row execute function refuse_change();

-- Whose it is, and what it says now; nothing where there is no such alarm.
create function alarm_now(p_kind text, p_ref text) returns table (user_id bigint, says text)
language sql stable set search_path = public, pg_temp as $$
  select t.user_id, a.times::text from gateway_alarm a left join topup t on t.id = a.topup_id
  where p_kind = 'gateway' and a.id::text = p_ref
  union all
  select null, trim_scale(difference)::text from custody_count
  where p_kind = 'custody' and difference <> 0 and rail || ' ' || asset || ' ' || day = p_ref
  union all
  select d.user_id, d.state from chain_deposit d
  where p_kind = 'deposit' and d.state in ('unmatched', 'owed') and d.id::text = p_ref
$$;
revoke execute on function alarm_now from public;

create function mark_alarm_done(p_session text, p_kind text, p_ref text, p_seen text, p_reason text, p_now bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  alarm record;
begin
  select * into alarm from alarm_now(p_kind, p_ref);
  if not found then raise exception 'there is no alarm % %', p_kind, p_ref using errcode = 'L0012'; end if;
  if is_own_account(p_session, alarm.user_id) then raise exception 'nobody deals with his own' using errcode = 'R0004'; end if;
  if alarm.says <> p_seen then raise exception 'alarm % % says % by now', p_kind, p_ref, alarm.says using errcode = 'R0003'; end if;
  insert into alarm_done (kind, ref, seen, reason, operator_id, at_ms) values (p_kind, p_ref, p_seen, p_reason, actor, p_now);
exception when unique_violation then
  raise exception 'alarm % % is done', p_kind, p_ref using errcode = 'R0002';
end $$;
revoke execute on function mark_alarm_done from public;
grant execute on function mark_alarm_done to tessera_staff;
