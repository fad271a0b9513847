-- Operators are listed with when they last came in, and who was disabled may be enabled. He comes back with his name and roles only: his
-- sessions are over, his key of one-time codes is gone (another is made on the server's machine), and what he had proposed is rejected.
-- So nobody who has his password, his app or his token gets in by it.
drop function operators_listed;
create function operators_listed(p_session text, p_now bigint)
returns table (id bigint, name text, roles text[], created_at_ms bigint, disabled_at_ms bigint, last_sign_in_ms bigint, has_key boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform acting_operator(p_session, '{risk,compliance}', p_now);
  return query
    select o.id, o.name, o.roles, o.created_at_ms, o.disabled_at_ms,
      (select max(s.created_at_ms) from operator_session s where s.operator_id = o.id), o.sealed_key is not null
    from operator o order by o.id;
end $$;
create index operator_session_by_operator on operator_session (operator_id, created_at_ms);

-- Null: nobody of that name is disabled.
create function enable_operator(p_session text, p_name text, p_reason text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  allowed constant text[] := '{risk,compliance}';
  actor bigint := acting_operator(p_session, allowed, p_now);
  back bigint;
begin
  select o.id into back from operator o where o.name = p_name and o.disabled_at_ms is not null for update;
  if back is null then return null; end if;
  update incident_proposal set rejected_by = actor, rejected_role = role_of(actor, allowed), rejected_at_ms = p_now, reject_reason = p_reason
  where proposed_by = back and confirmed_by is null and rejected_by is null and expires_at_ms > p_now;
  update operator_session set ended_at_ms = p_now where operator_id = back and ended_at_ms is null;
  update operator set disabled_at_ms = null, sealed_key = null where operator.id = back;
  return back;
end $$;

revoke execute on function operators_listed, enable_operator from public;
grant execute on function operators_listed, enable_operator to tessera_app;
