-- Operators act by a role of its own. The server's login signs nobody in, believes no session and decides nothing: whoever has it, and
-- every session's hash besides, acts as no operator. This role may what the server may, because deciding a request moves what the server
-- moves, and all that operators need; it writes no table of theirs but through functions.
do $$
begin
  create role tessera_staff nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  if not pg_has_role(current_user, 'tessera_staff', 'MEMBER') then
    execute format('grant tessera_staff to %I', current_user);
  end if;
  if not pg_has_role('tessera_staff', 'tessera_app', 'MEMBER') then
    grant tessera_app to tessera_staff;
  end if;
end $$;

-- Null: that name is or was somebody's.
create function add_operator(p_name text, p_password_hash text, p_roles text[], p_sealed_key bytea, p_user bigint, p_now bigint) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  insert into operator (name, password_hash, roles, sealed_key, user_id, created_at_ms)
  values (p_name, p_password_hash, p_roles, p_sealed_key, p_user, p_now)
  on conflict (name) do nothing returning id
$$;

-- Another key of one-time codes; his sessions end. Null: nobody of that name, or disabled.
create function renew_operator_key(p_name text, p_sealed_key bytea, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed bigint;
begin
  update operator set sealed_key = p_sealed_key, last_step = 0 where name = p_name and disabled_at_ms is null returning id into changed;
  update operator_session set ended_at_ms = p_now where operator_id = changed and ended_at_ms is null;
  return changed;
end $$;

revoke execute on function add_operator, renew_operator_key from public;
revoke execute on function operator_login, open_operator_session, operator_of, end_operator_session, is_own_account, decide_review, reverse_review,
  publish_terms, halt_market, resume_market, propose_incident, confirm_incident, reject_incident, operators_listed, disable_operator,
  enable_operator, save_article_text from tessera_app;
grant execute on function add_operator, renew_operator_key, operator_login, open_operator_session, operator_of, end_operator_session,
  is_own_account, decide_review, reverse_review, publish_terms, halt_market, resume_market, propose_incident, confirm_incident, reject_incident,
  operators_listed, disable_operator, enable_operator, save_article_text to tessera_staff;

-- What operators did is written by who acts for them.
revoke insert on audit, operator_call from tessera_app;
grant insert on audit, operator_call to tessera_staff;
