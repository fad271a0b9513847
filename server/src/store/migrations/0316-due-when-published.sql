-- As in 0275, and: a contract that was lost when an incident was published, got nothing back by it (its holder had won more), and was voided
-- by a later one, still counts among what the first one gave back for. Otherwise what the first incident owed changed with the second.
create or replace function incident_refunds(p_incident bigint, p_symbol text, p_from bigint, p_to bigint)
returns table (order_id bigint, user_id bigint, mode text, asset text, side text, cost numeric, refund numeric) language sql stable as $$
  with met as (
    select o.id, o.user_id, o.mode, o.asset, o.direction, o.stake + o.fee as cost, coalesce(o.profit, 0) as profit,
      o.status <> 'settled' or o.outcome = 'lost' or coalesce(o.incident_id >= p_incident, false) as is_due,
      o.status <> 'settled' or (o.incident_id is not distinct from p_incident and o.correction_journal_id is null) as ran
    from seconds_order o
    where o.symbol_id = p_symbol and o.accepted_at_ms <= p_to and o.accepted_at_ms >= p_from - 86400000 and o.expires_at_ms >= p_from
  ), summed as (
    select met.*,
      coalesce(sum(met.cost) filter (where is_due) over person, 0) - case
        when coalesce((select is_net from incident where id = p_incident), true)
        then greatest(0, coalesce(sum(met.profit) filter (where not is_due) over person, 0)) else 0 end as due,
      coalesce(sum(met.cost) filter (where is_due) over (person order by not ran, met.id rows between unbounded preceding and 1 preceding), 0)
        as before
    from met window person as (partition by met.user_id, met.mode, met.asset)
  )
  select id, user_id, mode, asset, direction, cost, least(cost, greatest(0, due - before)) from summed where is_due
$$;
