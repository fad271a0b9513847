-- Limits are asked for when they are, by who asks for them, and what a day used only grows: also for whoever has the server's login.

-- How far an instant that a caller names may be from the database's own clock. Only the owner says otherwise: for a test, whose clock is not the
-- world's.
create table clock_bound (
  id boolean primary key default true check (id),
  most_ms bigint not null check (most_ms > 0)
);
insert into clock_bound (most_ms) values (60000);
revoke insert, update, delete, truncate on clock_bound from tessera_app;

--   U0002 that instant is not now
create function require_now(p_at bigint) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if abs(p_at - (extract(epoch from clock_timestamp()) * 1000)::bigint) > (select most_ms from clock_bound) then
    raise exception '% is not now', p_at using errcode = 'U0002';
  end if;
end $$;
create function asked_now() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform require_now(new.asked_at_ms);
  return new;
end $$;
create trigger person_limit_asked before insert on person_limit for each row execute function asked_now();
create trigger person_break_asked before insert on person_break for each row execute function asked_now();

-- A limit that an operator set is one whose session asked for it.
revoke insert on person_limit from tessera_app;
grant insert (user_id, kind, most, asked_at_ms, valid_from_ms, told_at_ms) on person_limit to tessera_app;
create function set_person_limit(p_session text, p_user bigint, p_kind text, p_most numeric, p_from bigint, p_told bigint, p_reason text, p_now bigint)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{support,compliance,risk}', p_now);
begin
  if is_own_account(p_session, p_user) then raise exception 'nobody sets his own limits as an operator' using errcode = 'R0004'; end if;
  insert into person_limit (user_id, kind, most, asked_at_ms, valid_from_ms, told_at_ms, operator_id, reason)
  values (p_user, p_kind, p_most, p_now, p_from, p_told, actor, p_reason);
end $$;
revoke execute on function set_person_limit from public;
grant execute on function set_person_limit to tessera_staff;

-- What a person used of a day is held and added to by these functions.
revoke insert, update on limit_day from tessera_app;
alter function hold_limits security definer;
-- Who trades is seen: up to five minutes after the last sign of him he was still there.
create function use_limit_day(p_users bigint[], p_staked numeric[], p_now bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_now(p_now);
  insert into limit_day as d (user_id, day, staked, seen_at_ms)
  select given.user_id, p_now / 86400000, given.staked, p_now from unnest(p_users, p_staked) given (user_id, staked) order by given.user_id
  on conflict (user_id, day) do update set
    staked = d.staked + excluded.staked,
    time_ms = d.time_ms + case when p_now - d.seen_at_ms between 0 and 300000 then p_now - d.seen_at_ms else 0 end,
    seen_at_ms = greatest(d.seen_at_ms, p_now);
end $$;
alter table limit_day add check (staked >= 0 and staked <> 'NaN'), add check (time_ms >= 0);
create function limit_day_grows() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.staked < old.staked or new.time_ms < old.time_ms or new.seen_at_ms < old.seen_at_ms then
    raise exception 'what a day used does not become less' using errcode = 'L0009';
  end if;
  return new;
end $$;
create trigger limit_day_grows before update on limit_day for each row execute function limit_day_grows();
