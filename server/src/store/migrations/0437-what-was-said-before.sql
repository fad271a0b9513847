-- A payment that is owed again is another debt: what an operator said of the first one leaves the second open.
create or replace function alarm_now(p_kind text, p_ref text) returns table (user_id bigint, says text)
language sql stable set search_path = public, pg_temp as $$
  select t.user_id, a.times::text from gateway_alarm a left join topup t on t.id = a.topup_id
  where p_kind = 'gateway' and a.id::text = p_ref
  union all
  select null, trim_scale(difference)::text from custody_count
  where p_kind = 'custody' and difference <> 0 and rail || ' ' || asset || ' ' || day = p_ref
  union all
  select d.user_id, d.state || ' ' || d.moved_at_ms from chain_deposit d
  where p_kind = 'deposit' and d.state in ('unmatched', 'owed') and d.id::text = p_ref
$$;

-- A session alone reads the ends of an address also in what was written before that was so.
update user_message set params = jsonb_set(params, '{address}', to_jsonb(left(params->>'address', 6) || '…' || right(params->>'address', 6)))
where kind in ('withdrawal_requested', 'withdrawal_approved', 'withdrawal_paid', 'withdrawal_failed', 'withdrawal_cancelled')
  and params->>'address' ~ '^[0-9A-Za-z]{20,}$';
update idem_request i set response = replace(i.response, w.address, left(w.address, 6) || '…' || right(w.address, 6))
from withdrawal w
where i.user_id = w.user_id and i.call in ('withdraw', 'withdrawalCancel') and w.network is not null and strpos(i.response, w.address) > 0;
