-- Operators sign in: password, one-time code, a session that is short. The server judges password and code; that a session is alive, of
-- somebody who is not disabled and has the role, is held here, where the server's own login cannot write.
alter table operator
  -- The key of the one-time codes, sealed under a key that is not in the database. None: from before; cannot sign in.
  add column sealed_key bytea,
  -- The newest 30-second step whose code was used; none up to it is taken again.
  add column last_step bigint not null default 0,
  -- His own account at the exchange: about that one he decides nothing.
  add column user_id bigint unique references app_user;

create table operator_session (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operator,
  token_hash text not null unique,
  created_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  ended_at_ms bigint
);
create index operator_session_of on operator_session (operator_id) where ended_at_ms is null;
revoke all on operator_session from tessera_app;

-- Whose names stand beside what they did.
create view operator_name as select id, name from operator;
grant select on operator_name to tessera_app;
revoke insert, update, delete on operator_name from tessera_app;

-- What a sign-in is judged by.
create function operator_login(p_name text)
returns table (id bigint, name text, password_hash text, sealed_key bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, name, password_hash, sealed_key from operator where name = p_name and disabled_at_ms is null
$$;

-- Of two sign-ins with one code, one finds the step used. Null: it was, or he is disabled by now.
create function open_operator_session(p_operator bigint, p_step bigint, p_token_hash text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made bigint;
begin
  update operator set last_step = p_step where id = p_operator and last_step < p_step and disabled_at_ms is null;
  if not found then return null; end if;
  insert into operator_session (operator_id, token_hash, created_at_ms, last_seen_at_ms)
  values (p_operator, p_token_hash, p_now, p_now) returning id into made;
  return made;
end $$;

-- Whose session this is: 15 minutes without use end it, and 8 hours. No row: nobody's, or over.
create function operator_of(p_token_hash text, p_now bigint)
returns table (id bigint, name text, roles text[], session_id bigint, ends_at_ms bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    select o.id, o.name, o.roles, s.id, s.created_at_ms + 28800000
    from operator_session s join operator o on o.id = s.operator_id
    where s.token_hash = p_token_hash and s.ended_at_ms is null and o.disabled_at_ms is null
      and s.last_seen_at_ms > p_now - 900000 and s.created_at_ms > p_now - 28800000;
  if found then
    -- Not at every call: a page asks often.
    update operator_session s set last_seen_at_ms = p_now where s.token_hash = p_token_hash and s.last_seen_at_ms < p_now - 10000;
  end if;
end $$;

create function end_operator_session(p_token_hash text, p_now bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  update operator_session set ended_at_ms = p_now where token_hash = p_token_hash and ended_at_ms is null
$$;

-- The operator of a live session, in one of these roles.
create function acting_operator(p_token_hash text, p_roles text[], p_now bigint) returns bigint
language plpgsql as $$
declare
  acting record;
begin
  select * into acting from operator_of(p_token_hash, p_now);
  if not found then raise exception 'no operator is signed in' using errcode = 'O0008'; end if;
  if not acting.roles && p_roles then raise exception 'operator % has none of %', acting.name, p_roles using errcode = 'O0002'; end if;
  return acting.id;
end $$;

revoke execute on function operator_login, open_operator_session, operator_of, end_operator_session, acting_operator from public;
grant execute on function operator_login, open_operator_session, operator_of, end_operator_session to tessera_app;
