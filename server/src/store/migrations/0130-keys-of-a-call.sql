-- A key belongs to a person and a call: the same key of another call is another request, and nobody waits for a key that
-- another holds.
alter table idem_request drop constraint idem_request_pkey;
alter table idem_request add column call text;

-- A remembered answer does not say which call it was of. It is kept for each, so that a repeat that arrives after this
-- migration still finds it; the hash of the request, which contains the call, tells them apart. Repeats come within minutes, so
-- the newest day is enough; the rest would be copied nine times while nobody can trade.
insert into idem_request (user_id, call, key, request_hash, response, at_ms)
select user_id, known.call, key, request_hash, response, at_ms
from idem_request, unnest(array[
  'transfer', 'demoRefill', 'submitSeconds', 'spotTrade', 'spotCancel',
  'leverageSubmit', 'leverageClose', 'leverageCloseAll', 'leverageCancel']) known(call)
where at_ms > (select max(at_ms) from idem_request) - 86400000;
delete from idem_request where call is null;
alter table idem_request add primary key (user_id, call, key);

-- Claims keys for the caller's transaction. A key is fresh (claimed now), known (answered before) or held: another
-- transaction is working on it. A held key is told at once instead of waited for, because others share the transaction;
-- the advisory lock tells without waiting. With p_wait_ms the caller, who is alone, waits that long (55P03). A row that is
-- held without the lock ends a batch after the function's own limit, in the same way.
create function claim_keys(p_user bigint[], p_call text[], p_key text[], p_hash text[], p_at_ms bigint[], p_wait_ms int)
returns table (state text, request_hash text, response text)
language plpgsql set lock_timeout = '250ms' as $$
#variable_conflict use_column
declare
  is_free boolean[];
  fresh boolean[];
begin
  if p_wait_ms > 0 then
    perform set_config('lock_timeout', p_wait_ms || 'ms', true);
    is_free := array_fill(true, array[cardinality(p_key)]);
  else
    select array_agg(pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', 'key', user_id, call, key), 0)) order by place)
    into is_free
    from unnest(p_user, p_call, p_key) with ordinality asked(user_id, call, key, place);
  end if;

  with made as (
    insert into idem_request (user_id, call, key, request_hash, response, at_ms)
    select user_id, call, key, hash, '', at_ms
    from unnest(p_user, p_call, p_key, p_hash, p_at_ms, is_free) asked(user_id, call, key, hash, at_ms, is_free)
    where is_free order by user_id, call, key
    on conflict (user_id, call, key) do nothing
    returning user_id, call, key
  )
  select array_agg(made.key is not null order by place) into fresh
  from unnest(p_user, p_call, p_key) with ordinality asked(user_id, call, key, place)
  left join made using (user_id, call, key);

  -- A statement of its own: only now are answers visible that were committed since the first one began.
  return query
    select case when fresh[place] then 'fresh' when is_free[place] then 'known' else 'held' end, known.request_hash, known.response
    from unnest(p_user, p_call, p_key) with ordinality asked(user_id, call, key, place)
    left join idem_request known using (user_id, call, key)
    order by place;
end $$;
