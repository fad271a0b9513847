-- What a day used is added at the instant of the order, whatever the database's clock says: two clocks that differ stop nobody's trading. Only the
-- setting of limits and breaks asks for the database's (0350).
create or replace function use_limit_day(p_users bigint[], p_staked numeric[], p_now bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into limit_day as d (user_id, day, staked, seen_at_ms)
  select given.user_id, p_now / 86400000, given.staked, p_now from unnest(p_users, p_staked) given (user_id, staked) order by given.user_id
  on conflict (user_id, day) do update set
    staked = d.staked + excluded.staked,
    time_ms = d.time_ms + case when p_now - d.seen_at_ms between 0 and 300000 then p_now - d.seen_at_ms else 0 end,
    seen_at_ms = greatest(d.seen_at_ms, p_now)
$$;
