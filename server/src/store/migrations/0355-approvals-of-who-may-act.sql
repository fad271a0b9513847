-- An approval counts while who gave it may act. Who was disabled may have been so because somebody else acted in his name: what he agreed to
-- before completes nothing any more, also once he is enabled again; then he may agree anew. What was carried out stays.
alter table operator add column acts_since_ms bigint not null default 0;

-- Each operator once. Of what is over: whose approvals it had.
create view review_approval as
  select d.review_id, d.operator_id, max(d.at_ms) as at_ms
  from review_decision d join operator o on o.id = d.operator_id join review r on r.id = d.review_id
  where d.verdict = 'approved' and (r.state <> 'pending' or (o.disabled_at_ms is null and d.at_ms > o.acts_since_ms))
  group by d.review_id, d.operator_id;
revoke all on review_approval from tessera_app;
grant select on review_approval to tessera_app;

alter table review_decision drop constraint review_decision_pkey, add primary key (review_id, operator_id, at_ms);

create or replace function review_forward() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  given bigint;
  refused bigint;
begin
  if to_jsonb(new) - 'state' - 'ended_at_ms' is distinct from to_jsonb(old) - 'state' - 'ended_at_ms' then
    raise exception 'what review % asks for does not change', old.id using errcode = 'R0003';
  end if;
  select count(*) into given from review_approval where review_id = new.id;
  select count(*) into refused from review_decision where review_id = new.id and verdict = 'rejected';
  if not (case
    when old.state = 'pending' and new.state = 'approved' then given >= new.approvals and refused = 0
    when old.state = 'pending' and new.state = 'rejected' then refused > 0
    when old.state = 'pending' and new.state = 'expired' then exists (select from review_expiry where review_id = new.id)
    when old.state = 'approved' and new.state = 'reversed' then exists (select from review_reversal where review_id = new.id)
    else false
  end) then
    raise exception 'review % does not go from % to %', old.id, old.state, new.state using errcode = 'R0002';
  end if;
  return new;
end $$;

create or replace function review_decision_guard() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  asked review;
begin
  select * into asked from review where id = new.review_id;
  if asked.state <> 'pending' or asked.expires_at_ms <= new.at_ms then
    raise exception 'review % is over', new.review_id using errcode = 'R0002';
  end if;
  if exists (select from review_approval where review_id = new.review_id and operator_id = new.operator_id) then
    raise exception 'he agreed to review % already', new.review_id using errcode = 'R0002';
  end if;
  if asked.terms_hash <> new.terms_hash then
    raise exception 'the operator saw other terms of review %', new.review_id using errcode = 'R0003';
  end if;
  perform require_reviewer(asked, new.operator_id);
  return new;
end $$;

create or replace function enable_operator(p_session text, p_name text, p_reason text, p_now bigint) returns bigint
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
  update operator set disabled_at_ms = null, sealed_key = null, acts_since_ms = p_now where operator.id = back;
  return back;
end $$;

-- Another password; his sessions end. Null: nobody of that name, or disabled.
create function renew_operator_password(p_name text, p_password_hash text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed bigint;
begin
  update operator set password_hash = p_password_hash where name = p_name and disabled_at_ms is null returning id into changed;
  update operator_session set ended_at_ms = p_now where operator_id = changed and ended_at_ms is null;
  return changed;
end $$;

-- Which account at the exchange is his own: about that one he decides nothing. Null: nobody of that name.
create function set_operator_account(p_name text, p_user bigint) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  update operator set user_id = p_user where name = p_name returning id
$$;
revoke execute on function renew_operator_password, set_operator_account from public;
grant execute on function renew_operator_password, set_operator_account to tessera_staff;
