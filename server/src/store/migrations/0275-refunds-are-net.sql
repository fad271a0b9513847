-- What an incident gives back is net of what the same person won in it (docs/decisions/0084): opposite contracts over a time that
-- somebody knew would be voided pay nothing. Incidents that are published already stay as they were stated.
alter table incident add column is_net boolean not null default false;
alter table incident alter column is_net set default true;

-- Every contract that gets something back by an incident, or would: those that ran or were lost when it was published. Of each person,
-- account mode and asset: stakes and fees of all of them, less what the others of that time had won, to the running ones first. The answer is the same
-- before the refunds, between them and after.
create function incident_refunds(p_incident bigint, p_symbol text, p_from bigint, p_to bigint)
returns table (order_id bigint, user_id bigint, mode text, asset text, side text, cost numeric, refund numeric) language sql stable as $$
  with met as (
    select o.id, o.user_id, o.mode, o.asset, o.direction, o.stake + o.fee as cost, coalesce(o.profit, 0) as profit,
      o.status <> 'settled' or o.outcome = 'lost' or o.incident_id is not distinct from p_incident as is_due,
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

-- As in 0210, and: setOff is what running and lost contracts cost and do not get back, because their holders won others.
create function incident_sums(p_incident bigint, p_symbol text, p_from bigint, p_to bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(to_jsonb(sums) order by sums.mode desc, sums.asset, sums.side), '[]'::jsonb) from (
    select o.mode, o.asset, o.direction as side, count(*) as orders, count(*) filter (where o.status <> 'settled') as running,
      trim_scale(sum(o.stake + o.fee))::text as paid,
      trim_scale(coalesce(sum(o.profit) filter (where o.outcome = 'won'), 0))::text as won,
      trim_scale(coalesce(-sum(o.profit) filter (where o.outcome = 'lost'), 0))::text as lost,
      trim_scale(coalesce(sum(o.returned), 0))::text as "returnedBefore",
      trim_scale(coalesce(sum(r.refund), 0))::text as refunded,
      trim_scale(coalesce(sum(r.cost - r.refund), 0))::text as "setOff",
      trim_scale(coalesce(sum(o.returned), 0) + coalesce(sum(r.refund), 0))::text as "returnedAfter"
    from seconds_order o left join incident_refunds(p_incident, p_symbol, p_from, p_to) r on r.order_id = o.id
    where o.symbol_id = p_symbol and o.accepted_at_ms <= p_to and o.accepted_at_ms >= p_from - 86400000 and o.expires_at_ms >= p_from
    group by o.mode, o.asset, o.direction
  ) sums
$$;

create or replace function incident_guard() returns trigger language plpgsql as $$
begin
  perform from incident_proposal where id = new.proposal_id and confirmed_at_ms = new.published_at_ms
    and (symbol, from_ms, to_ms, reason) = (new.symbol, new.from_ms, new.to_ms, new.reason);
  if not found then raise exception 'an incident is what two operators agreed on' using errcode = 'O0005'; end if;
  -- A contract that meets two of them is paid back by one, and what the second one states is counted after that.
  if exists (select from incident i where i.symbol = new.symbol and not exists (select from seconds_incident_applied a where a.incident_id = i.id)) then
    raise exception 'refunds of an earlier incident of % are not finished', new.symbol using errcode = 'O0007';
  end if;
  -- Settlements under way end first; later ones see the incident.
  perform from seconds_order where symbol_id = new.symbol and status <> 'settled' and accepted_at_ms <= new.to_ms and expires_at_ms >= new.from_ms
    order by id for update;
  new.sums := incident_sums(new.id, new.symbol, new.from_ms, new.to_ms);
  return new;
end $$;

create or replace function incident_complete() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7353553);
  if runs_in_span(new.symbol, new.from_ms, new.to_ms)
    and not exists (select from halt where symbol = new.symbol and until_ms is null and from_ms <= new.published_at_ms) then
    raise exception 'orders run in that time and trading of % is not halted', new.symbol using errcode = 'O0006';
  end if;
  if new.sums <> incident_sums(new.id, new.symbol, new.from_ms, new.to_ms) then
    raise exception 'an order came in between' using errcode = 'T0005';
  end if;
  return null;
end $$;
drop function incident_sums(text, bigint, bigint);
-- The watch asks what an incident moved.
create index seconds_order_by_incident on seconds_order (incident_id) where incident_id is not null;
