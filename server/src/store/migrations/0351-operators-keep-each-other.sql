-- Nobody takes everybody else's rights away alone: an operator is disabled while another besides him, and besides who asks, has each of his roles.
-- Where there is none, the server's machine makes one first, or another key for who is to be out at once.
--   O0011 nobody else would have one of his roles
create or replace function disable_operator(p_session text, p_name text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{risk,compliance}', p_now);
  gone operator;
begin
  -- Two who disable each other do so one after the other.
  lock table operator in share row exclusive mode;
  select * into gone from operator where name = p_name and disabled_at_ms is null;
  if not found then return null; end if;
  if exists (select from unnest(gone.roles) role where not exists (
    select from operator o where o.disabled_at_ms is null and o.id not in (gone.id, actor) and role = any (o.roles)
  )) then
    raise exception 'nobody else would have each role of %', p_name using errcode = 'O0011';
  end if;
  update operator set disabled_at_ms = p_now where id = gone.id;
  return gone.id;
end $$;

-- Does this session, by its number, still last? What was shown to it is shown no longer than that.
create function operator_session_lasts(p_id bigint, p_now bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from operator_session s join operator o on o.id = s.operator_id
    where s.id = p_id and s.ended_at_ms is null and o.disabled_at_ms is null
      and s.last_seen_at_ms > p_now - 900000 and s.created_at_ms > p_now - 28800000)
$$;
revoke execute on function operator_session_lasts from public;
grant execute on function operator_session_lasts to tessera_app;
