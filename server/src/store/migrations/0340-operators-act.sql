-- Halts, incidents and who may act, by the server for an operator who is signed in: what the command line did with the owner's rights.
-- As with terms and reviews, each function believes a live session and no number; the rules of 0210 and 0275 stand behind all of them.

-- The first of these roles that he has: what is published names it.
create function role_of(p_operator bigint, p_roles text[]) returns text language sql stable as $$
  select allowed.role from unnest(p_roles) with ordinality allowed (role, place)
  where exists (select from operator o where o.id = p_operator and allowed.role = any (o.roles)) order by allowed.place limit 1
$$;

-- No row: it is halted already.
create function halt_market(p_session text, p_symbol text, p_reason text, p_now bigint)
returns table (id bigint, role text) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  allowed constant text[] := '{trading,risk,compliance}';
  actor bigint := acting_operator(p_session, allowed, p_now);
begin
  return query
    insert into halt (symbol, from_ms, reason, halted_by, halted_role)
    values (p_symbol, p_now, p_reason, actor, role_of(actor, allowed))
    on conflict (symbol) where until_ms is null do nothing
    returning halt.id, halt.halted_role;
end $$;

-- No row: it is not halted.
create function resume_market(p_session text, p_symbol text, p_reason text, p_now bigint)
returns table (id bigint, role text) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  allowed constant text[] := '{trading,risk,compliance}';
  actor bigint := acting_operator(p_session, allowed, p_now);
begin
  return query
    update halt set until_ms = p_now, resume_reason = p_reason, resumed_by = actor, resumed_role = role_of(actor, allowed)
    where symbol = p_symbol and until_ms is null
    returning halt.id, halt.resumed_role;
end $$;

-- A proposal is confirmed by another operator, or rejected by any of them, also by who made it; never both.
alter table incident_proposal
  add column rejected_by bigint references operator,
  add column rejected_role text check (rejected_role in ('risk', 'compliance')),
  add column rejected_at_ms bigint check (rejected_at_ms >= proposed_at_ms and rejected_at_ms < expires_at_ms),
  add column reject_reason text check (btrim(reject_reason) <> ''),
  add check (num_nulls(rejected_by, rejected_role, rejected_at_ms, reject_reason) in (0, 4)),
  add check (confirmed_by is null or rejected_by is null);

create or replace function incident_proposal_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform require_operator(new.proposed_by, new.proposed_role);
    if num_nonnulls(new.confirmed_by, new.rejected_by) > 0 then
      raise exception 'a proposal is decided later' using errcode = 'O0004';
    end if;
    return new;
  end if;
  if num_nonnulls(old.confirmed_by, old.rejected_by) > 0
    or (new.id, new.symbol, new.from_ms, new.to_ms, new.reason, new.proposed_by, new.proposed_role, new.proposed_at_ms, new.expires_at_ms)
      is distinct from
      (old.id, old.symbol, old.from_ms, old.to_ms, old.reason, old.proposed_by, old.proposed_role, old.proposed_at_ms, old.expires_at_ms) then
    raise exception 'proposal % does not change like that', old.id using errcode = 'O0004';
  end if;
  if new.rejected_by is not null then
    perform require_operator(new.rejected_by, new.rejected_role);
    return new;
  end if;
  -- Both are operators at this instant, not only when it was proposed.
  perform require_operator(new.proposed_by, new.proposed_role);
  perform require_operator(new.confirmed_by, new.confirmed_role);
  return new;
end $$;

create function propose_incident(p_session text, p_symbol text, p_from bigint, p_to bigint, p_reason text, p_expires bigint, p_now bigint)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  allowed constant text[] := '{risk,compliance}';
  actor bigint := acting_operator(p_session, allowed, p_now);
  made bigint;
begin
  insert into incident_proposal (symbol, from_ms, to_ms, reason, proposed_by, proposed_role, proposed_at_ms, expires_at_ms)
  values (p_symbol, p_from, p_to, p_reason, actor, role_of(actor, allowed), p_now, p_expires) returning id into made;
  return made;
end $$;

-- Held until the transaction ends. O0009: it is decided or expired, or who made it acts for nobody any more.
create function waiting_proposal(p_proposal bigint, p_now bigint) returns incident_proposal language plpgsql as $$
declare
  asked incident_proposal;
begin
  select * into asked from incident_proposal where id = p_proposal for update;
  if asked.id is null then raise exception 'no proposal %', p_proposal using errcode = 'L0012'; end if;
  if num_nonnulls(asked.confirmed_by, asked.rejected_by) > 0 or asked.expires_at_ms <= p_now
    or not exists (select from operator where id = asked.proposed_by and disabled_at_ms is null and asked.proposed_role = any (roles)) then
    raise exception 'proposal % waits for nobody', p_proposal using errcode = 'O0009';
  end if;
  return asked;
end $$;

-- Publishes what was proposed, word for word.
create function confirm_incident(p_session text, p_proposal bigint, p_now bigint)
returns table (id bigint, symbol text, from_ms bigint, to_ms bigint, reason text, sums jsonb, proposed_role text, confirmed_role text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  allowed constant text[] := '{risk,compliance}';
  actor bigint := acting_operator(p_session, allowed, p_now);
  asked incident_proposal := waiting_proposal(p_proposal, p_now);
  made incident;
begin
  if asked.proposed_by = actor then raise exception 'who proposed it does not confirm it' using errcode = 'O0010'; end if;
  update incident_proposal p set confirmed_by = actor, confirmed_role = role_of(actor, allowed), confirmed_at_ms = p_now
  where p.id = asked.id;
  insert into incident (symbol, from_ms, to_ms, reason, published_at_ms, proposal_id)
  values (asked.symbol, asked.from_ms, asked.to_ms, asked.reason, p_now, asked.id) returning * into made;
  return query select made.id, made.symbol, made.from_ms, made.to_ms, made.reason, made.sums, asked.proposed_role, role_of(actor, allowed);
end $$;

create function reject_incident(p_session text, p_proposal bigint, p_reason text, p_now bigint)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  allowed constant text[] := '{risk,compliance}';
  actor bigint := acting_operator(p_session, allowed, p_now);
  asked incident_proposal := waiting_proposal(p_proposal, p_now);
begin
  update incident_proposal set rejected_by = actor, rejected_role = role_of(actor, allowed), rejected_at_ms = p_now, reject_reason = p_reason
  where id = asked.id;
end $$;

-- Who may act for the house, without what he signs in by.
create function operators_listed(p_session text, p_now bigint)
returns table (id bigint, name text, roles text[], created_at_ms bigint, disabled_at_ms bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform acting_operator(p_session, '{risk,compliance}', p_now);
  return query select o.id, o.name, o.roles, o.created_at_ms, o.disabled_at_ms from operator o order by o.id;
end $$;

-- From now on he decides nothing. Null: nobody of that name, or disabled before. Only the server's machine makes operators.
create function disable_operator(p_session text, p_name text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{risk,compliance}', p_now);
  gone bigint;
begin
  update operator set disabled_at_ms = p_now where name = p_name and disabled_at_ms is null returning id into gone;
  return gone;
end $$;

revoke execute on function role_of, halt_market, resume_market, propose_incident, waiting_proposal, confirm_incident, reject_incident,
  operators_listed, disable_operator from public;
grant execute on function halt_market, resume_market, propose_incident, confirm_incident, reject_incident, operators_listed, disable_operator
  to tessera_app;
