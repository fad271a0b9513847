-- Where money is real nobody is certified but by a review that was approved, whoever writes the row. A practice exchange also has a
-- login for newcomers, whom nobody has looked at.
create function identity_certified_by_review() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from installation where exchange = 'real') and not exists (
    select from review where user_id = new.user_id and kind = 'identity_' || new.step and ref = 'identity:' || new.id and state = 'approved'
  ) then
    raise exception 'no review approved identity %', new.id using errcode = 'L0009';
  end if;
  return new;
end $$;
create trigger identity_certified_by_review before insert or update on identity_request
for each row when (new.status = 'certified') execute function identity_certified_by_review();

-- Is this the operator's own account? About that one he decides nothing.
create function is_own_account(p_session text, p_user bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from operator_session s join operator o on o.id = s.operator_id where s.token_hash = p_session and o.user_id = p_user)
$$;
revoke execute on function is_own_account from public;
grant execute on function is_own_account to tessera_app;
