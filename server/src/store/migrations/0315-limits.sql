-- Limits that a person sets for his real account: how much he may deposit, stake and lose and how long he may trade on one day (UTC), and
-- times in which he opens nothing (docs/decisions/0097). Lower at once, higher a day after it was asked, whoever asks: kept by the database.

create table person_limit (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('deposit', 'stake', 'loss', 'time')),
  -- In USDT a day; of time, in minutes a day. Null: no limit.
  most numeric(36, 18) check (most >= 0 and most <> 'NaN'),
  asked_at_ms bigint not null,
  valid_from_ms bigint not null,
  -- Said by the row after it. A raise that was taken back before its time ends when it begins.
  until_ms bigint,
  -- Null: the person himself.
  operator_id bigint references operator,
  reason text,
  told_at_ms bigint,
  check (valid_from_ms >= asked_at_ms),
  check ((operator_id is null) = (reason is null)),
  check (kind <> 'time' or most is null or (most = trunc(most) and most <= 1440))
);
create unique index person_limit_last on person_limit (user_id, kind) where until_ms is null;
create index person_limit_in_force on person_limit (user_id, (coalesce(until_ms, 9223372036854775807)));
create index person_limit_untold on person_limit (valid_from_ms) where told_at_ms is null;
revoke update, delete, truncate on person_limit from tessera_app;
grant update (told_at_ms) on person_limit to tessera_app;

--   U0001 a limit would be raised sooner than a day after it was asked, lowered later than at once, or set before one that stands
create function place_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last person_limit;
  now_most numeric;
begin
  -- Whoever sets limits of one person does so one after the other.
  perform 1 from app_user where id = new.user_id for no key update;
  select * into last from person_limit where user_id = new.user_id and kind = new.kind and until_ms is null;
  if last.asked_at_ms > new.asked_at_ms then
    raise exception 'a limit is set after the one before it' using errcode = 'U0001';
  end if;
  select most into now_most from person_limit
  where user_id = new.user_id and kind = new.kind and valid_from_ms <= new.asked_at_ms and coalesce(until_ms, 9223372036854775807) > new.asked_at_ms;
  if now_most is not null and (new.most is null or new.most > now_most) then
    if new.valid_from_ms < new.asked_at_ms + 86400000 then
      raise exception 'a limit is raised a day after it was asked' using errcode = 'U0001';
    end if;
  elsif new.valid_from_ms <> new.asked_at_ms then
    raise exception 'a limit is lowered at once' using errcode = 'U0001';
  end if;
  -- What has not begun yet never does.
  update person_limit set until_ms = case when valid_from_ms > new.asked_at_ms then valid_from_ms else new.valid_from_ms end
  where user_id = new.user_id and kind = new.kind and coalesce(until_ms, 9223372036854775807) > new.asked_at_ms;
  new.until_ms := null;
  return new;
end $$;
create trigger person_limit_place before insert on person_limit for each row execute function place_limit();
create trigger person_limit_kept before delete on person_limit for each row execute function refuse_change();

-- Until then the person opens nothing in his real account. It ends when it says and not before: the row neither changes nor goes.
create table person_break (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('cool_off', 'exclusion')),
  asked_at_ms bigint not null,
  until_ms bigint not null,
  check (case kind when 'cool_off' then until_ms - asked_at_ms in (86400000, 604800000, 2592000000)
    else until_ms - asked_at_ms between 183 * 86400000::bigint and 1830 * 86400000::bigint end)
);
create index person_break_of_user on person_break (user_id, until_ms);
revoke update, delete, truncate on person_break from tessera_app;
create trigger person_break_append_only before update or delete on person_break for each row execute function refuse_change();

-- What of a day (UTC, counted from 1970) a person used in his real account. Results and deposits are in account_tally already. Orders of one
-- person are judged by his limits one after the other: whoever judges holds this row, before the accounts.
create table limit_day (
  user_id bigint not null,
  day integer not null,
  staked numeric(36, 18) not null default 0,
  time_ms bigint not null default 0,
  seen_at_ms bigint,
  primary key (user_id, day)
) with (fillfactor = 80);
revoke delete, truncate on limit_day from tessera_app;

-- How long a person has been at it without a break, and what his results of that day were before.
create table sitting (
  user_id bigint primary key references app_user,
  started_at_ms bigint not null,
  seen_at_ms bigint not null,
  -- When he was last shown how long it is, and said that he goes on.
  checked_at_ms bigint not null,
  result_before numeric(36, 18) not null
);

-- What contracts and positions of these days brought or cost, with fees and nights. A spot order changes one asset for another: it has no result.
create function results_of_days(p_user bigint, p_from integer, p_to integer) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(t.moved), 0) from account a join account_tally t on t.account_id = a.id
  where a.owner_id = p_user and a.mode = 'real' and a.asset = 'USDT' and a.kind in ('coin', 'contract', 'stake', 'margin')
    and t.kind in ('seconds_open', 'seconds_settle', 'leverage', 'adjustment') and t.day between p_from and p_to
$$;

-- The limits of these people at an instant, with what is used of them. The sums of a limit that nobody set only with p_all.
create function limits_at(p_users bigint[], p_now_ms bigint, p_all boolean)
returns table (user_id bigint, staked numeric, time_ms bigint, seen_at_ms bigint, lost numeric, at_risk numeric, deposited numeric,
  deposit_most numeric, stake_most numeric, loss_most numeric, time_most int, break_kind text, break_until_ms bigint)
language sql stable set search_path = public, pg_temp as $$
  select u.id, coalesce(d.staked, 0), coalesce(d.time_ms, 0), d.seen_at_ms,
    case when p_all or m.loss is not null then greatest(0, -results_of_days(u.id, today, today)) end,
    case when p_all or m.loss is not null then (
      select coalesce(sum(a.balance), 0) from account a
      where a.owner_id = u.id and a.mode = 'real' and a.asset = 'USDT' and a.kind in ('stake', 'margin')) end,
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

-- The same, with the people's rows of the day held: each statement sees what was committed while the one before it waited.
create function hold_limits(p_users bigint[], p_now_ms bigint)
returns table (user_id bigint, staked numeric, time_ms bigint, seen_at_ms bigint, lost numeric, at_risk numeric, deposited numeric,
  deposit_most numeric, stake_most numeric, loss_most numeric, time_most int, break_kind text, break_until_ms bigint)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  insert into limit_day (user_id, day) select distinct person, (p_now_ms / 86400000)::int from unnest(p_users) person order by person
  on conflict (user_id, day) do nothing;
  perform 1 from limit_day where user_id = any (p_users) and day = p_now_ms / 86400000 order by user_id for update;
  return query select * from limits_at(p_users, p_now_ms, false);
end $$;

-- Whatever credits a deposit is refused beyond the limit of its day, in the transaction that books it.
--   L0007 the deposits of the day would pass the person's limit
create function keep_deposit_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person record;
  most numeric;
  deposited numeric;
begin
  -- The account's newest entry is the one that is being counted: its instant says which limit is in force.
  select a.owner_id, j.at_ms into person from account a
  join entry e on e.account_id = a.id and e.account_version = a.version join journal j on j.id = e.journal_id
  where a.id = new.account_id and a.mode = 'real' and a.asset = 'USDT';
  if not found then return null; end if;
  select l.deposit_most, l.deposited into most, deposited from limits_at(array[person.owner_id], person.at_ms, true) l;
  if deposited > most then
    raise exception 'the deposits of the day pass the limit' using errcode = 'L0007',
      detail = json_build_object('left', trim_scale(greatest(0, most - deposited + new.moved - coalesce(old.moved, 0)))::text, 'max', trim_scale(most)::text, 'asset', 'USDT')::text;
  end if;
  return null;
end $$;
create trigger account_tally_first_deposit after insert on account_tally for each row
  when (new.kind = 'topup' and new.moved > 0) execute function keep_deposit_limit();
create trigger account_tally_deposit after update on account_tally for each row
  when (new.kind = 'topup' and new.moved > old.moved) execute function keep_deposit_limit();
