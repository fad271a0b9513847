-- What some accounts hold, locked until the transaction ends: a batch judges by it what each of its postings can pay.
-- The server's role cannot lock the book's rows itself, because it may not write them. Locks go by account id, as in post_batch.
create function lock_balances(p_owner bigint[], p_mode text[], p_asset text[], p_kind text[])
returns table (owner_id bigint, mode text, asset text, kind text, balance numeric)
language sql security definer set search_path = public, pg_temp as $$
  select a.owner_id, a.mode, a.asset, a.kind, a.balance from account a
  where a.is_tracked and (a.owner_id, a.mode, a.asset, a.kind) in (select * from unnest(p_owner, p_mode, p_asset, p_kind))
  order by a.id for update
$$;
revoke execute on function lock_balances from public;
grant execute on function lock_balances to tessera_app;
