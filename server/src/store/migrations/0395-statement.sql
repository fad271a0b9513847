-- A statement of any period: what an account held at an instant, and what each kind had moved until then, is read from one
-- entry each, however many came before.

-- When an entry counts: at its journal's instant, and never before the entry that came before it on the account. So the order
-- by time is the order of versions, and a period is a run of versions.
alter table account add column last_at_ms bigint not null default 0;
alter table entry add column at_ms bigint;
-- Of the entry's kind on the account, up to this entry: how many, and what they moved together.
alter table entry add column kind_entries bigint;
alter table entry add column kind_moved numeric(36, 18);

alter table entry disable trigger entry_append_only;
update entry set at_ms = kept.at_ms, kind_entries = kept.kind_entries, kind_moved = kept.kind_moved
from (
  select e.journal_id, e.seq,
    max(j.at_ms) over (partition by e.account_id order by e.account_version) as at_ms,
    row_number() over (partition by e.account_id, e.kind order by e.account_version) as kind_entries,
    sum(e.amount) over (partition by e.account_id, e.kind order by e.account_version) as kind_moved
  from entry e join journal j on j.id = e.journal_id
  where e.account_version is not null
) kept
where entry.journal_id = kept.journal_id and entry.seq = kept.seq;
alter table entry enable trigger entry_append_only;
update account set last_at_ms = kept.at_ms
from (select account_id, max(at_ms) as at_ms from entry where account_version is not null group by 1) kept
where account.id = kept.account_id;

create index entry_of_time on entry (account_id, at_ms, account_version) where account_version is not null;

-- As before (0131), with these columns.
create or replace function post_batch(
  p_mode text[], p_kind text[], p_ref text[], p_idem text[], p_at_ms bigint[],
  -- One leg per element: which posting (from 1), account, signed amount.
  p_leg_posting int[], p_leg_account bigint[], p_leg_amount numeric[]
) returns bigint[]
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  n int := cardinality(p_idem);
  fresh bigint[];
  known bigint[];
  bad record;
begin
  if (select is_read_only from funds_state) then
    raise exception 'funds are read-only' using errcode = 'L0005';
  end if;

  if n = 0 or cardinality(p_leg_posting) is distinct from cardinality(p_leg_account)
    or cardinality(p_leg_posting) is distinct from cardinality(p_leg_amount)
    or (select count(distinct key) <> n from unnest(p_idem) key)
    or exists (
      select 1 from generate_series(1, n) posting
      left join unnest(p_leg_posting, p_leg_account) l(posting, account) using (posting)
      group by posting
      having count(l.account) < 2 or count(l.account) <> count(distinct l.account))
    or exists (
      select 1 from unnest(p_leg_posting, p_leg_account, p_leg_amount) l(posting, account, amount)
      where l.posting is null or l.posting not between 1 and n or l.account is null
        -- NaN and Infinity are greater than any number.
        or l.amount is null or l.amount = 0 or abs(l.amount) >= 1e18)
  then
    raise exception 'bad legs' using errcode = 'L0003';
  end if;

  -- The key rows come first and in one order, so that two sessions with the same keys wait instead of deadlocking.
  with wanted as (
    select * from unnest(p_mode, p_kind, p_ref, p_idem, p_at_ms) with ordinality w(mode, kind, ref, idem, at_ms, posting)
  ), made as (
    insert into journal (mode, kind, ref, idem, at_ms)
    select mode, kind, ref, idem, at_ms from wanted order by idem
    on conflict (idem) do nothing
    returning id, idem
  )
  select array_agg(made.id order by posting) into fresh from wanted left join made using (idem);

  -- A statement of its own: only now are rows visible that another session committed while we waited.
  select array_agg(j.id order by posting) into known
  from unnest(p_idem) with ordinality w(idem, posting) left join journal j on j.idem = w.idem;

  if exists (
      select 1 from unnest(p_mode, p_kind, p_ref, fresh, known) w(mode, kind, ref, made, id)
      join journal j on j.id = w.id
      where w.made is null and (j.mode, j.kind, j.ref) is distinct from (w.mode, w.kind, w.ref))
    or exists (
      select 1
      from (select l.posting, l.account, l.amount from unnest(p_leg_posting, p_leg_account, p_leg_amount) l(posting, account, amount)
            where fresh[l.posting] is null) given
      full join (select k.posting, e.account_id, e.amount from unnest(known, fresh) with ordinality k(id, made, posting)
            join entry e on e.journal_id = k.id where k.made is null) booked
        on booked.posting = given.posting and booked.account_id = given.account and booked.amount = given.amount
      where given.posting is null or booked.posting is null)
  then
    raise exception 'key used before with other content' using errcode = 'L0002';
  end if;

  if exists (
    select 1 from unnest(p_leg_posting, p_leg_account, p_leg_amount) l(posting, account, amount)
    left join account a on a.id = l.account
    left join asset s on s.id = a.asset
    where fresh[l.posting] is not null
      and (a.id is null or a.mode <> p_mode[l.posting] or l.amount <> round(l.amount, s.scale)))
  then
    raise exception 'bad legs' using errcode = 'L0003';
  end if;

  if exists (
    select 1 from unnest(p_leg_posting, p_leg_account, p_leg_amount) l(posting, account, amount)
    join account a on a.id = l.account
    where fresh[l.posting] is not null
    group by l.posting, a.asset having sum(l.amount) <> 0)
  then
    raise exception 'unbalanced' using errcode = 'L0004';
  end if;

  perform 1 from account where id = any (p_leg_account) and is_tracked order by id for update;

  -- Running balances in the order of the postings: no account may leave its kind's bounds on the way.
  select a.balance, a.asset, k.min, a.balance + run.moved < k.min as is_short into bad
  from (
    select l.account, sum(l.amount) over (partition by l.account order by l.posting) as moved
    from unnest(p_leg_posting, p_leg_account, p_leg_amount) l(posting, account, amount)
    where fresh[l.posting] is not null
  ) run
  join account a on a.id = run.account
  join account_kind k on k.kind = a.family
  where a.is_tracked and (a.balance + run.moved < k.min or a.balance + run.moved > k.max)
  order by is_short desc nulls last limit 1;
  if found and bad.is_short then
    raise exception 'insufficient'
      using errcode = 'L0001', detail = json_build_object('available', trim_scale(bad.balance - bad.min)::text, 'asset', bad.asset)::text;
  elsif found then
    raise exception 'above the bound of its kind' using errcode = 'L0006';
  end if;

  insert into entry (journal_id, seq, account_id, amount, balance_after, account_version, kind, at_ms, kind_entries, kind_moved)
  select fresh[l.posting], row_number() over (partition by l.posting order by l.ord), l.account, l.amount,
    case when a.is_tracked then a.balance + sum(l.amount) over (partition by l.account order by l.posting) end,
    case when a.is_tracked then a.version + row_number() over (partition by l.account order by l.posting) end,
    case when a.is_tracked then p_kind[l.posting] end,
    case when a.is_tracked then greatest(a.last_at_ms, max(p_at_ms[l.posting]) over (partition by l.account order by l.posting)) end,
    case when a.is_tracked then coalesce(k.kind_entries, 0) + row_number() over (partition by l.account, p_kind[l.posting] order by l.posting) end,
    case when a.is_tracked then coalesce(k.kind_moved, 0) + sum(l.amount) over (partition by l.account, p_kind[l.posting] order by l.posting) end
  from unnest(p_leg_posting, p_leg_account, p_leg_amount) with ordinality l(posting, account, amount, ord)
  join account a on a.id = l.account
  left join lateral (
    select e.kind_entries, e.kind_moved from entry e
    where e.account_id = l.account and e.kind = p_kind[l.posting] and e.account_version is not null
    order by e.account_version desc limit 1
  ) k on a.is_tracked
  where fresh[l.posting] is not null;

  update account a set balance = a.balance + m.moved, version = a.version + m.entries, last_at_ms = greatest(a.last_at_ms, m.at_ms)
  from (
    select l.account, sum(l.amount) as moved, count(*) as entries, max(p_at_ms[l.posting]) as at_ms
    from unnest(p_leg_posting, p_leg_account, p_leg_amount) l(posting, account, amount)
    where fresh[l.posting] is not null
    group by l.account
  ) m
  where a.id = m.account and a.is_tracked;

  -- Whoever holds an account's row holds its tallies too, so they add no lock to the order.
  insert into account_tally as kept (account_id, kind, day, entries, moved)
  select l.account, p_kind[l.posting], p_at_ms[l.posting] / 86400000, count(*), sum(l.amount)
  from unnest(p_leg_posting, p_leg_account, p_leg_amount) l(posting, account, amount)
  join account a on a.id = l.account
  where fresh[l.posting] is not null and a.is_tracked
  group by 1, 2, 3
  on conflict (account_id, kind, day) do update set entries = kept.entries + excluded.entries, moved = kept.moved + excluded.moved;

  return (select array_agg(coalesce(made, -id) order by posting) from unnest(fresh, known) with ordinality k(made, id, posting));
end $$;

-- As before (0131), with the instant of the entry.
create or replace function newest_entries(p_account bigint[], p_before bigint[], p_kind text, p_most int)
returns table (account_id bigint, version bigint, journal_id bigint, seq smallint, kind text, amount numeric, balance_after numeric, at_ms bigint, ref text)
language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select e.account_id, e.account_version, e.journal_id, e.seq, e.kind, e.amount, e.balance_after, e.at_ms, j.ref
  from unnest(p_account, p_before) asked (id, before)
  cross join lateral (
    select * from entry
    where account_id = asked.id and account_version < coalesce(asked.before, 9223372036854775807) and p_kind is null
    order by account_version desc limit p_most
  ) e join journal j on j.id = e.journal_id
  union all
  select e.account_id, e.account_version, e.journal_id, e.seq, e.kind, e.amount, e.balance_after, e.at_ms, j.ref
  from unnest(p_account, p_before) asked (id, before)
  cross join lateral (
    select * from entry
    where account_id = asked.id and account_version < coalesce(asked.before, 9223372036854775807) and kind = p_kind
    order by account_version desc limit p_most
  ) e join journal j on j.id = e.journal_id
$$;

-- Each of these reads in the order of one index, whatever the planner thinks an account has on average: see newest_entries (0131).

-- The last entry before an instant.
create function entry_before(p_account bigint, p_at_ms bigint) returns table (version bigint, balance numeric)
language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select account_version, balance_after from entry
  where account_id = p_account and account_version is not null and at_ms < p_at_ms
  order by at_ms desc, account_version desc limit 1
$$;

-- What each kind had moved up to a version; no row: nothing yet.
create function moved_up_to(p_account bigint, p_kinds text[], p_version bigint) returns table (kind text, entries bigint, moved numeric)
language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select asked.kind, e.kind_entries, e.kind_moved
  from unnest(p_kinds) asked (kind) cross join lateral (
    select kind_entries, kind_moved from entry
    where account_id = p_account and kind = asked.kind and account_version <= p_version
    order by account_version desc limit 1
  ) e
$$;

-- The next entries above a version and up to another, oldest first. fee: what the same journal booked to the house's account of fees.
create function entries_between(p_account bigint, p_after bigint, p_up_to bigint, p_fee_account bigint, p_most int)
returns table (version bigint, journal_id bigint, seq smallint, kind text, amount numeric, balance_after numeric, at_ms bigint, ref text, fee numeric)
language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select e.account_version, e.journal_id, e.seq, e.kind, e.amount, e.balance_after, e.at_ms, j.ref,
    (select sum(f.amount) from entry f where f.journal_id = e.journal_id and f.account_id = p_fee_account)
  from (
    select * from entry
    where account_id = p_account and account_version > p_after and account_version <= p_up_to
    order by account_version limit p_most
  ) e join journal j on j.id = e.journal_id
  order by e.account_version
$$;
