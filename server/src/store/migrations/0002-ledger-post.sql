-- The only door to the book. SQLSTATEs:
--   L0001 a user's account would fall below zero (detail: {"available": …, "asset": …})
--   L0002 the key was used before with other content
--   L0003 legs that are no posting: too few, an account twice, an unknown account, a wrong scale, real with demo, not a number
--   L0004 the legs of one asset do not sum to zero
--   L0005 funds are read-only
-- post_batch is the one implementation: it books many postings in a handful of statements, all or nothing. A posting
-- whose key is known is a replay: nothing happens and its journal's id comes back negative.

create function post_batch(
  p_mode text[], p_kind text[], p_ref text[], p_idem text[], p_at_ms bigint[],
  -- One leg per element: which posting (from 1), account, signed amount.
  p_leg_posting int[], p_leg_account bigint[], p_leg_amount numeric[]
) returns bigint[]
language plpgsql security definer set search_path = public, pg_temp as $$
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

  -- Running balances in the order of the postings: no account may dip below zero on the way.
  select a.balance, a.asset into bad
  from (
    select l.account, sum(l.amount) over (partition by l.account order by l.posting) as moved
    from unnest(p_leg_posting, p_leg_account, p_leg_amount) l(posting, account, amount)
    where fresh[l.posting] is not null
  ) run
  join account a on a.id = run.account
  where a.is_tracked and a.balance + run.moved < 0
  limit 1;
  if found then
    raise exception 'insufficient'
      using errcode = 'L0001', detail = json_build_object('available', trim_scale(bad.balance)::text, 'asset', bad.asset)::text;
  end if;

  insert into entry (journal_id, seq, account_id, amount, balance_after, account_version)
  select fresh[l.posting], row_number() over (partition by l.posting order by l.ord), l.account, l.amount,
    case when a.is_tracked then a.balance + sum(l.amount) over (partition by l.account order by l.posting) end,
    case when a.is_tracked then a.version + row_number() over (partition by l.account order by l.posting) end
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

  return (select array_agg(coalesce(made, -id) order by posting) from unnest(fresh, known) with ordinality k(made, id, posting));
end $$;

-- One posting. Answers the journal's id, negative when it is a replay.
create function post(p_mode text, p_kind text, p_ref text, p_idem text, p_at_ms bigint, p_account bigint[], p_amount numeric[])
returns bigint
language sql as $$
  select (post_batch(array[p_mode], array[p_kind], array[p_ref], array[p_idem], array[p_at_ms],
    array_fill(1, array[cardinality(p_account)]), p_account, p_amount))[1];
$$;

-- Finds accounts by what they are, making the missing ones. Answers ids in the order asked.
create function open_accounts(p_owner bigint[], p_mode text[], p_asset text[], p_kind text[])
returns bigint[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids bigint[];
begin
  select array_agg(a.id order by w.ord) into ids
  from unnest(p_owner, p_mode, p_asset, p_kind) with ordinality w(owner_id, mode, asset, kind, ord)
  left join account a using (owner_id, mode, asset, kind);
  if array_position(ids, null) is null then return ids; end if;

  insert into account (owner_id, mode, asset, kind)
  select distinct owner_id, mode, asset, kind from unnest(p_owner, p_mode, p_asset, p_kind) w(owner_id, mode, asset, kind)
  order by owner_id, mode, asset, kind
  on conflict (owner_id, mode, asset, kind) do nothing;

  return (
    select array_agg(a.id order by w.ord)
    from unnest(p_owner, p_mode, p_asset, p_kind) with ordinality w(owner_id, mode, asset, kind, ord)
    join account a using (owner_id, mode, asset, kind));
end $$;

revoke execute on function post_batch, post, open_accounts from public;
grant execute on function post_batch, post, open_accounts to tessera_app;
