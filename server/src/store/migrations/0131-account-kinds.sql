-- Kinds of accounts are rows, with bounds: a balance of a user stays within those of its kind, a loan below zero and all else
-- above. Whatever a statement shows of an account is kept when it is posted, so that no question reads a whole history.

create table account_kind (
  -- A name that ends in a colon stands for a family: custody:<rail>, clearing:<gateway>, payable:<merchant>.
  kind text primary key check (kind ~ '^[a-z][a-z_]*:?$'),
  -- False: the house's.
  is_user boolean not null,
  -- Signed; null is unbounded. Kept for tracked accounts only.
  min numeric(36, 18) check (min <> 'NaN'),
  max numeric(36, 18) check (max <> 'NaN'),
  -- Tracked accounts keep a balance and a version. What everybody's postings touch does not: they would queue for its row.
  is_tracked boolean not null check (is_tracked or (min is null and max is null)),
  -- Money passes through: the balance comes back to zero within a day.
  is_passing boolean not null default false,
  unique (kind, is_user, is_tracked),
  check (min <= max)
);
insert into account_kind (kind, is_user, min, max, is_tracked) values
  ('coin', true, 0, null, true), ('contract', true, 0, null, true), ('stake', true, 0, null, true), ('margin', true, 0, null, true),
  ('coin_hold', true, 0, null, true), ('withdraw_hold', true, 0, null, true), ('deposit', true, 0, null, true),
  -- What a person owes.
  ('loan', true, null, 0, true),
  ('loan_interest', true, 0, null, true), ('collateral', true, 0, null, true), ('project', true, 0, null, true),
  ('merchant', true, 0, null, true),
  ('fee', false, null, null, false), ('pnl', false, null, null, false), ('custody', false, null, null, false),
  ('demo', false, null, null, false), ('insurance', false, null, null, false), ('interest', false, null, null, false),
  ('trade', false, null, null, false), ('fx', false, null, null, false), ('interest_in', false, null, null, false),
  ('custody:', false, null, null, false), ('payable:', false, null, null, false);
insert into account_kind (kind, is_user, is_tracked, is_passing) values ('clearing:', false, false, true);
revoke insert, update, delete, truncate on account_kind from tessera_app;

alter table account alter column is_tracked drop expression;
alter table account add column is_user boolean not null generated always as (owner_id <> 0) stored;
alter table account add column family text not null generated always as (
  case when position(':' in kind) > 0 then split_part(kind, ':', 1) || ':' else kind end) stored;
alter table account drop constraint account_kind;
alter table account drop constraint account_floor;
alter table account add constraint account_number check (balance <> 'NaN');
alter table account add constraint account_family check (kind ~ '^[a-z][a-z_]*(:[a-z0-9_-]{1,40})?$');
alter table account add constraint account_kind foreign key (family, is_user, is_tracked) references account_kind (kind, is_user, is_tracked);

-- The kind of the journal, for a statement of one kind. Empty on untracked accounts, which have no statement.
alter table entry add column kind text;
alter table entry disable trigger entry_append_only;
update entry set kind = journal.kind from journal where journal.id = journal_id and account_version is not null;
alter table entry enable trigger entry_append_only;
create index entry_of_kind on entry (account_id, kind, account_version) where account_version is not null;

-- How many entries of a kind moved how much on a day (UTC, counted from 1970).
create table account_tally (
  account_id bigint not null,
  kind text not null,
  day integer not null,
  entries bigint not null,
  moved numeric(36, 18) not null,
  primary key (account_id, kind, day)
) with (fillfactor = 80);
insert into account_tally (account_id, kind, day, entries, moved)
select account_id, entry.kind, at_ms / 86400000, count(*), sum(amount)
from entry join journal on journal.id = journal_id where account_version is not null group by 1, 2, 3;
revoke insert, update, delete, truncate on account_tally from tessera_app;

-- The newest entries of each account below a version (null: of all), of one kind or of any. The planner knows what an account
-- has on average, and would read and sort all of somebody's who has far more; in the order of the index there is no sort.
create function newest_entries(p_account bigint[], p_before bigint[], p_kind text, p_most int)
returns table (account_id bigint, version bigint, journal_id bigint, seq smallint, kind text, amount numeric, balance_after numeric, at_ms bigint, ref text)
language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select e.account_id, e.account_version, e.journal_id, e.seq, e.kind, e.amount, e.balance_after, j.at_ms, j.ref
  from unnest(p_account, p_before) asked (id, before)
  cross join lateral (
    select * from entry
    where account_id = asked.id and account_version < coalesce(asked.before, 9223372036854775807) and p_kind is null
    order by account_version desc limit p_most
  ) e join journal j on j.id = e.journal_id
  union all
  select e.account_id, e.account_version, e.journal_id, e.seq, e.kind, e.amount, e.balance_after, j.at_ms, j.ref
  from unnest(p_account, p_before) asked (id, before)
  cross join lateral (
    select * from entry
    where account_id = asked.id and account_version < coalesce(asked.before, 9223372036854775807) and kind = p_kind
    order by account_version desc limit p_most
  ) e join journal j on j.id = e.journal_id
$$;

-- What an untracked account held after a journal; the entries since then are added to it.
create table house_snapshot (
  account_id bigint primary key references account,
  journal_id bigint not null,
  balance numeric(36, 18) not null
);
revoke insert, update, delete, truncate on house_snapshot from tessera_app;
create index entry_of_house on entry (account_id, journal_id) include (amount) where account_version is null;
drop index entry_untracked;

create or replace view account_balance as
  select a.id, a.owner_id, a.mode, a.asset, a.kind, a.version,
    case when a.is_tracked then a.balance
      else coalesce(s.balance, 0) + coalesce((
        select sum(e.amount) from entry e
        where e.account_id = a.id and e.account_version is null and e.journal_id > coalesce(s.journal_id, 0)), 0) end as balance
  from account a left join house_snapshot s on s.account_id = a.id;

-- Moves the snapshots on by at most p_most journals, never past what the invariant watch has checked: ids up to there are
-- decided. Answers whether there is more to do.
create function fold_house(p_most bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  decided bigint := coalesce((select checked_journal_id from ledger_check where rule = 'book'), 0);
  folded bigint := coalesce((select min(coalesce(s.journal_id, 0)) from account a left join house_snapshot s on s.account_id = a.id where not a.is_tracked), decided);
  upto bigint := least(decided, folded + p_most);
begin
  insert into house_snapshot as kept (account_id, journal_id, balance)
  select a.id, upto, coalesce(s.balance, 0) + coalesce((
    select sum(e.amount) from entry e
    where e.account_id = a.id and e.account_version is null and e.journal_id > coalesce(s.journal_id, 0) and e.journal_id <= upto), 0)
  from account a left join house_snapshot s on s.account_id = a.id
  where not a.is_tracked and coalesce(s.journal_id, 0) < upto
  order by a.id
  on conflict (account_id) do update set journal_id = excluded.journal_id, balance = excluded.balance
    where kept.journal_id < excluded.journal_id;
  return upto < decided;
end $$;
revoke execute on function fold_house from public;
grant execute on function fold_house to tessera_app;

-- As before (0002), with the bounds of the kind, the kind on the entry, and the tallies.
--   L0006 an account would rise above the bound of its kind
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

  insert into entry (journal_id, seq, account_id, amount, balance_after, account_version, kind)
  select fresh[l.posting], row_number() over (partition by l.posting order by l.ord), l.account, l.amount,
    case when a.is_tracked then a.balance + sum(l.amount) over (partition by l.account order by l.posting) end,
    case when a.is_tracked then a.version + row_number() over (partition by l.account order by l.posting) end,
    case when a.is_tracked then p_kind[l.posting] end
  from unnest(p_leg_posting, p_leg_account, p_leg_amount) with ordinality l(posting, account, amount, ord)
  join account a on a.id = l.account
  where fresh[l.posting] is not null;

  update account a set balance = a.balance + m.moved, version = a.version + m.entries
  from (
    select l.account, sum(l.amount) as moved, count(*) as entries
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

create or replace function open_accounts(p_owner bigint[], p_mode text[], p_asset text[], p_kind text[])
returns bigint[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids bigint[];
begin
  select array_agg(a.id order by w.ord) into ids
  from unnest(p_owner, p_mode, p_asset, p_kind) with ordinality w(owner_id, mode, asset, kind, ord)
  left join account a using (owner_id, mode, asset, kind);
  if array_position(ids, null) is null then return ids; end if;

  insert into account (owner_id, mode, asset, kind, is_tracked)
  select distinct w.owner_id, w.mode, w.asset, w.kind, coalesce(k.is_tracked, true)
  from unnest(p_owner, p_mode, p_asset, p_kind) w(owner_id, mode, asset, kind)
  -- A kind that is not there is refused by the foreign key.
  left join account_kind k on k.kind = case when position(':' in w.kind) > 0 then split_part(w.kind, ':', 1) || ':' else w.kind end
  order by w.owner_id, w.mode, w.asset, w.kind
  on conflict (owner_id, mode, asset, kind) do nothing;

  return (
    select array_agg(a.id order by w.ord)
    from unnest(p_owner, p_mode, p_asset, p_kind) with ordinality w(owner_id, mode, asset, kind, ord)
    join account a using (owner_id, mode, asset, kind));
end $$;
