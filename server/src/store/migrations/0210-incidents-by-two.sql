-- Operators, halts and incidents. Nobody voids prices alone: one operator proposes, another one confirms, within an hour, and the
-- database holds both to it. The sums of either side are counted by the database itself, in the transaction that publishes.

-- Who acts for the house. A row stays for ever, so a name is never somebody else's later.
create table operator (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z][a-z0-9.-]{1,31}$'),
  password_hash text not null,
  roles text[] not null check (cardinality(roles) > 0),
  created_at_ms bigint not null,
  disabled_at_ms bigint
);
create function operator_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.name, new.created_at_ms) is distinct from (old.id, old.name, old.created_at_ms) then
    raise exception 'operator % does not change like that', old.name using errcode = 'O0001';
  end if;
  return new;
end $$;
create trigger operator_guard before update on operator for each row execute function operator_guard();
create trigger operator_kept before delete on operator for each row execute function refuse_change();
-- The server signs nobody in as an operator: it does not even see the hashes.
revoke all on operator from tessera_app;

create function require_operator(p_id bigint, p_role text) returns void language plpgsql as $$
begin
  if not exists (select from operator where id = p_id and disabled_at_ms is null and p_role = any (roles)) then
    raise exception 'operator % does not act as %', p_id, p_role using errcode = 'O0002';
  end if;
end $$;

-- Trading of a market stopped for everybody: no order is accepted, what is open goes on, and closing and cancelling stay possible.
create table halt (
  id bigint generated always as identity primary key,
  symbol text not null,
  from_ms bigint not null,
  reason text not null check (btrim(reason) <> ''),
  halted_by bigint not null references operator,
  halted_role text not null check (halted_role in ('trading', 'risk', 'compliance')),
  until_ms bigint check (until_ms >= from_ms),
  resume_reason text,
  resumed_by bigint references operator,
  resumed_role text check (resumed_role in ('trading', 'risk', 'compliance')),
  check (num_nulls(until_ms, resume_reason, resumed_by, resumed_role) in (0, 4))
);
create unique index halt_in_force on halt (symbol) where until_ms is null;
revoke insert, update, delete, truncate on halt from tessera_app;

create function halt_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform require_operator(new.halted_by, new.halted_role);
    if new.until_ms is not null then raise exception 'a halt begins in force' using errcode = 'O0003'; end if;
    return new;
  end if;
  if old.until_ms is not null
    or (new.id, new.symbol, new.from_ms, new.reason, new.halted_by, new.halted_role)
      is distinct from (old.id, old.symbol, old.from_ms, old.reason, old.halted_by, old.halted_role) then
    raise exception 'halt % does not change like that', old.id using errcode = 'O0003';
  end if;
  perform require_operator(new.resumed_by, new.resumed_role);
  return new;
end $$;
create trigger halt_guard before insert or update on halt for each row execute function halt_guard();
create trigger halt_kept before delete on halt for each row execute function refuse_change();

-- The lock of 0120: the commit waits for orders that are being accepted, and orders after it see what was committed.
create function after_orders() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7353553);
  return null;
end $$;
create constraint trigger halt_after_orders after insert on halt
  deferrable initially deferred for each row execute function after_orders();

-- 0120, and: no order is accepted in a market that is halted, or at an instant that an incident covers.
create or replace function require_no_later_tick() returns trigger language plpgsql as $$
declare
  instant bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  perform pg_advisory_xact_lock_shared(7353553);
  -- A statement of its own: it sees what was committed while we waited.
  if exists (select from tick_head where symbol_id = new.symbol_id and at_ms > instant) then
    raise exception 'a tick after % is out', instant using errcode = 'T0005';
  end if;
  if tg_op = 'INSERT' and (exists (select from halt where symbol = new.symbol_id and until_ms is null)
    or exists (select from incident where symbol = new.symbol_id and to_ms >= instant)) then
    raise exception 'trading of % stopped at %', new.symbol_id, instant using errcode = 'T0005';
  end if;
  return null;
end $$;

create table incident_proposal (
  id bigint generated always as identity primary key,
  symbol text not null,
  from_ms bigint not null,
  to_ms bigint not null check (to_ms > from_ms),
  reason text not null check (btrim(reason) <> ''),
  proposed_by bigint not null references operator,
  proposed_role text not null check (proposed_role in ('risk', 'compliance')),
  -- An incident is about the past: nobody may void what is still to come.
  proposed_at_ms bigint not null check (proposed_at_ms >= to_ms),
  expires_at_ms bigint not null check (expires_at_ms > proposed_at_ms and expires_at_ms <= proposed_at_ms + 3600000),
  confirmed_by bigint references operator check (confirmed_by <> proposed_by),
  confirmed_role text check (confirmed_role in ('risk', 'compliance')),
  confirmed_at_ms bigint check (confirmed_at_ms >= proposed_at_ms and confirmed_at_ms < expires_at_ms),
  check (num_nulls(confirmed_by, confirmed_role, confirmed_at_ms) in (0, 3))
);
revoke insert, update, delete, truncate on incident_proposal from tessera_app;

create function incident_proposal_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform require_operator(new.proposed_by, new.proposed_role);
    if new.confirmed_by is not null then raise exception 'a proposal is confirmed later, by another' using errcode = 'O0004'; end if;
    return new;
  end if;
  if old.confirmed_by is not null
    or (new.id, new.symbol, new.from_ms, new.to_ms, new.reason, new.proposed_by, new.proposed_role, new.proposed_at_ms, new.expires_at_ms)
      is distinct from
      (old.id, old.symbol, old.from_ms, old.to_ms, old.reason, old.proposed_by, old.proposed_role, old.proposed_at_ms, old.expires_at_ms) then
    raise exception 'proposal % does not change like that', old.id using errcode = 'O0004';
  end if;
  -- Both are operators at this instant, not only when it was proposed.
  perform require_operator(new.proposed_by, new.proposed_role);
  perform require_operator(new.confirmed_by, new.confirmed_role);
  return new;
end $$;
create trigger incident_proposal_guard before insert or update on incident_proposal
  for each row execute function incident_proposal_guard();
create trigger incident_proposal_kept before delete on incident_proposal for each row execute function refuse_change();

-- Incidents from before have neither; a new one is refused without (incident_guard).
alter table incident add column proposal_id bigint unique references incident_proposal;
alter table incident add column sums jsonb;
revoke insert on incident from tessera_app;

-- Of the contracts that an incident meets, by account mode, asset and side: what their holders paid, what had come back, what comes
-- back now. Running and lost ones get stake and fee back; what was won stays.
create function incident_sums(p_symbol text, p_from bigint, p_to bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(to_jsonb(sums) order by sums.mode desc, sums.asset, sums.side), '[]'::jsonb) from (
    select mode, asset, direction as side, count(*) as orders, count(*) filter (where status <> 'settled') as running,
      trim_scale(sum(stake + fee))::text as paid,
      trim_scale(coalesce(sum(profit) filter (where outcome = 'won'), 0))::text as won,
      trim_scale(coalesce(-sum(profit) filter (where outcome = 'lost'), 0))::text as lost,
      trim_scale(coalesce(sum(returned), 0))::text as "returnedBefore",
      trim_scale(coalesce(sum(stake + fee) filter (where status <> 'settled' or outcome = 'lost'), 0))::text as refunded,
      trim_scale(coalesce(sum(returned), 0) + coalesce(sum(stake + fee) filter (where status <> 'settled' or outcome = 'lost'), 0))::text
        as "returnedAfter"
    from seconds_order
    where symbol_id = p_symbol and accepted_at_ms <= p_to and accepted_at_ms >= p_from - 86400000 and expires_at_ms >= p_from
    group by mode, asset, direction
  ) sums
$$;

create function runs_in_span(p_symbol text, p_from bigint, p_to bigint) returns boolean language sql stable as $$
  select exists (select from seconds_order where symbol_id = p_symbol and status <> 'settled' and accepted_at_ms <= p_to and expires_at_ms >= p_from)
    or exists (select from spot_order where symbol_id = p_symbol and is_open and accepted_at_ms <= p_to)
    or exists (select from leverage_order where symbol_id = p_symbol and status in ('pending', 'open', 'closing') and accepted_at_ms <= p_to)
$$;

create function incident_guard() returns trigger language plpgsql as $$
begin
  perform from incident_proposal where id = new.proposal_id and confirmed_at_ms = new.published_at_ms
    and (symbol, from_ms, to_ms, reason) = (new.symbol, new.from_ms, new.to_ms, new.reason);
  if not found then raise exception 'an incident is what two operators agreed on' using errcode = 'O0005'; end if;
  -- Settlements under way end first; later ones see the incident.
  perform from seconds_order where symbol_id = new.symbol and status <> 'settled' and accepted_at_ms <= new.to_ms and expires_at_ms >= new.from_ms
    order by id for update;
  new.sums := incident_sums(new.symbol, new.from_ms, new.to_ms);
  return new;
end $$;
create trigger incident_guard before insert on incident for each row execute function incident_guard();

-- At commit, when no order is being accepted: nothing came in between, and nothing runs there in a market that is open.
create function incident_complete() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7353553);
  if runs_in_span(new.symbol, new.from_ms, new.to_ms)
    and not exists (select from halt where symbol = new.symbol and until_ms is null and from_ms <= new.published_at_ms) then
    raise exception 'orders run in that time and trading of % is not halted', new.symbol using errcode = 'O0006';
  end if;
  if new.sums <> incident_sums(new.symbol, new.from_ms, new.to_ms) then
    raise exception 'an order came in between' using errcode = 'T0005';
  end if;
  return null;
end $$;
create constraint trigger incident_complete after insert on incident
  deferrable initially deferred for each row execute function incident_complete();
