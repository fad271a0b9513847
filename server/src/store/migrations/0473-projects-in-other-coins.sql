-- Limits of people are in USDT. What is put into a project in another coin counts with what that was worth; null: it is in USDT.
alter table project_order add column worth numeric(36,18) check (worth >= 0 and worth <> 'NaN');

create function project_worth() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.worth is null) <> (select asset = 'USDT' from project where id = new.project_id) then
    raise exception 'what participation in project % is worth is not said', new.project_id using errcode = 'J0001';
  end if;
  return new;
end $$;
create trigger project_worth before insert on project_order for each row execute function project_worth();

-- As in 0434, by what each is worth.
create or replace function limits_at(p_users bigint[], p_now_ms bigint, p_all boolean)
returns table (user_id bigint, staked numeric, time_ms bigint, seen_at_ms bigint, lost numeric, at_risk numeric, deposited numeric,
  deposit_most numeric, stake_most numeric, loss_most numeric, time_most int, break_kind text, break_until_ms bigint)
language sql stable set search_path = public, pg_temp as $$
  select u.id, coalesce(d.staked, 0), coalesce(d.time_ms, 0), d.seen_at_ms,
    case when p_all or m.loss is not null then greatest(0, -results_of_days(u.id, today, today)) end,
    case when p_all or m.loss is not null then (
      select coalesce(sum(a.balance), 0) from account a
      where a.owner_id = u.id and a.mode = 'real' and a.asset = 'USDT' and a.kind in ('stake', 'margin')) + (
      select coalesce(sum(coalesce(o.worth, o.amount)), 0) from project_order o
      where o.user_id = u.id and o.joined_at_ms >= today * 86400000::bigint and o.joined_at_ms < (today + 1) * 86400000::bigint) end,
    case when p_all then (
      select coalesce(sum(t.moved), 0) from account a join account_tally t on t.account_id = a.id and t.kind = 'topup' and t.day = today
      where a.owner_id = u.id and a.mode = 'real' and a.asset = 'USDT') end,
    m.deposit, m.stake, m.loss, m.time, b.kind, b.until_ms
  from (select distinct unnest(p_users) as id) u
  cross join (select (p_now_ms / 86400000)::int as today) clock
  left join limit_day d on d.user_id = u.id and d.day = today
  left join lateral (
    select max(most) filter (where kind = 'deposit') as deposit, max(most) filter (where kind = 'stake') as stake,
      max(most) filter (where kind = 'loss') as loss, max(most) filter (where kind = 'time')::int as time
    from person_limit l
    where l.user_id = u.id and coalesce(l.until_ms, 9223372036854775807) > p_now_ms and l.valid_from_ms <= p_now_ms
  ) m on true
  left join lateral (
    select kind, until_ms from person_break b where b.user_id = u.id and b.until_ms > p_now_ms order by until_ms desc limit 1
  ) b on true
$$;
