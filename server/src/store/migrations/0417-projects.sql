-- Projects: money under management. Whatever one operator proposes another approves: that a project is opened, its result, that it is
-- cancelled. What a participant gets back follows from the one share of the result, and the database refuses any other sum.
create table project (
  id bigint generated always as identity primary key,
  asset text not null references asset,
  -- Of one participation.
  amount_min numeric(36,18) not null check (amount_min > 0 and amount_min <> 'NaN'),
  amount_max numeric(36,18) not null check (amount_max >= amount_min and amount_max <> 'NaN'),
  max_participants integer not null check (max_participants between 1 and 100000),
  capacity numeric(36,18) check (capacity >= amount_min and capacity <> 'NaN'),
  closes_at_ms bigint not null,
  ends_at_ms bigint not null check (ends_at_ms > closes_at_ms),
  -- [{"language", "name", "about"}], English among them.
  texts jsonb not null,
  state text not null default 'proposed'
    check (state in ('proposed', 'rejected', 'open', 'settling', 'ended', 'cancelling', 'cancelled')),
  participants integer not null default 0 check (participants >= 0 and participants <= max_participants),
  taken numeric(36,18) not null default 0 check (taken >= 0 and taken <= coalesce(capacity, taken)),
  -- Paid back by now.
  returned numeric(36,18) not null default 0,
  -- The entry of the public record that says its terms, and the one that says its result or that it is cancelled.
  terms_seq bigint references public_record,
  result_seq bigint references public_record,
  -- Of what was put in, to everybody: -1 is all of it lost.
  share numeric(12,8) check (share between -1 and 10),
  -- [{"language", "statement"}]
  statements jsonb,
  cancel_reason text,
  published_at_ms bigint,
  check ((terms_seq is null) = (state in ('proposed', 'rejected'))),
  check (num_nulls(result_seq, published_at_ms) = case when state in ('settling', 'ended', 'cancelling', 'cancelled') then 0 else 2 end),
  check (num_nulls(share, statements) = case when state in ('settling', 'ended') then 0 else 2 end),
  check ((cancel_reason is not null) = (state in ('cancelling', 'cancelled')))
);
create index project_due on project (id) where state in ('settling', 'cancelling');

create table project_proposal (
  id bigint generated always as identity primary key,
  project_id bigint not null references project,
  act text not null check (act in ('open', 'result', 'cancel')),
  share numeric(12,8) check (share between -1 and 10),
  statements jsonb,
  reason text not null check (btrim(reason) <> ''),
  proposed_by bigint not null references operator,
  proposed_at_ms bigint not null,
  decided_by bigint references operator,
  decided_at_ms bigint,
  is_approved boolean,
  reject_reason text,
  check (num_nulls(share, statements) = case act when 'result' then 0 else 2 end),
  check (num_nulls(decided_by, decided_at_ms, is_approved) in (0, 3)),
  -- Nobody approves what he proposed; he may take it back.
  check (not is_approved or decided_by <> proposed_by),
  check ((reject_reason is not null) = coalesce(not is_approved, false))
);
-- One waits at a time.
create unique index project_proposal_waiting on project_proposal (project_id) where decided_by is null;

create table project_order (
  id bigint generated always as identity primary key,
  project_id bigint not null references project,
  user_id bigint not null,
  client_order_id uuid not null,
  amount numeric(36,18) not null check (amount > 0 and amount <> 'NaN'),
  joined_at_ms bigint not null,
  journal_id bigint unique references journal,
  returned numeric(36,18) check (returned >= 0 and returned <> 'NaN'),
  ended_at_ms bigint,
  end_journal_id bigint unique references journal,
  unique (project_id, user_id),
  unique (user_id, client_order_id),
  check (num_nulls(returned, ended_at_ms, end_journal_id) in (0, 3))
);
create index project_order_of_user on project_order (user_id, id);
create index project_order_running on project_order (project_id, id) where ended_at_ms is null;

revoke insert, update, delete, truncate on project, project_proposal from tessera_app;
revoke update, delete, truncate on project_order from tessera_app;
grant update (journal_id, returned, ended_at_ms, end_journal_id) on project_order to tessera_app;
create trigger project_never_gone before delete on project for each row execute function refuse_change();
create trigger project_proposal_never_gone before delete on project_proposal for each row execute function refuse_change();
create trigger project_order_never_gone before delete on project_order for each row execute function refuse_change();

-- Who proposed and approved what was said, and said it once.
create function project_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  moving constant text[] := '{state,participants,taken,returned,terms_seq,result_seq,share,statements,cancel_reason,published_at_ms}';
begin
  if to_jsonb(new) - moving is distinct from to_jsonb(old) - moving
    or (old.terms_seq is not null and new.terms_seq is distinct from old.terms_seq)
    or (old.result_seq is not null and (new.result_seq, new.share, new.statements, new.cancel_reason, new.published_at_ms)
      is distinct from (old.result_seq, old.share, old.statements, old.cancel_reason, old.published_at_ms)) then
    raise exception 'what project % says does not change', old.id using errcode = 'R0003';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('proposed', 'rejected'), ('proposed', 'open'), ('open', 'settling'), ('open', 'cancelling'), ('settling', 'ended'), ('cancelling', 'cancelled')) then
    raise exception 'project % does not go from % to %', old.id, old.state, new.state using errcode = 'R0002';
  end if;
  if new.state in ('ended', 'cancelled') and exists (select from project_order where project_id = new.id and ended_at_ms is null) then
    raise exception 'project % is not booked yet', old.id using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger project_kept before update on project for each row execute function project_kept();

create function project_proposal_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.decided_by is not null or to_jsonb(new) - '{decided_by,decided_at_ms,is_approved,reject_reason}'::text[]
    is distinct from to_jsonb(old) - '{decided_by,decided_at_ms,is_approved,reject_reason}'::text[] then
    raise exception 'proposal % does not change', old.id using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger project_proposal_kept before update on project_proposal for each row execute function project_proposal_kept();

-- For the server, which reads these rows only: whoever takes part in the same project comes after this one.
create function hold_project(p_project bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from project where id = p_project for no key update;
end $$;

--   J0001 it takes no participants
--   J0002 it is full
create function project_joined() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if num_nonnulls(new.returned, new.ended_at_ms, new.end_journal_id, new.journal_id) > 0 then
    raise exception 'a participation begins as running' using errcode = 'R0002';
  end if;
  update project p set participants = participants + 1, taken = taken + new.amount
  where p.id = new.project_id and p.state = 'open' and new.joined_at_ms < p.closes_at_ms and new.amount between p.amount_min and p.amount_max
    and new.amount = round(new.amount, (select scale from asset where id = p.asset));
  if not found then raise exception 'project % takes no such participation', new.project_id using errcode = 'J0001'; end if;
  return new;
exception when check_violation then
  raise exception 'project % is full', new.project_id using errcode = 'J0002';
end $$;
create trigger project_joined before insert on project_order for each row execute function project_joined();

-- The same share for everybody, rounded down at the asset's scale: no sum of one person can be another one.
create function project_returned() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended project;
begin
  if to_jsonb(new) - '{journal_id,returned,ended_at_ms,end_journal_id}'::text[]
      is distinct from to_jsonb(old) - '{journal_id,returned,ended_at_ms,end_journal_id}'::text[]
    or (old.journal_id is not null and new.journal_id is distinct from old.journal_id) or old.ended_at_ms is not null then
    raise exception 'what participation % says does not change', old.id using errcode = 'R0003';
  end if;
  if new.ended_at_ms is null then return new; end if;
  select * into ended from project where id = old.project_id;
  if not coalesce(new.returned = case ended.state
      when 'settling' then trunc(old.amount * (1 + ended.share), (select scale::int from asset where id = ended.asset))
      when 'cancelling' then old.amount
    end, false) then
    raise exception 'participation % does not return %', old.id, new.returned using errcode = 'R0003';
  end if;
  update project set returned = returned + new.returned where id = ended.id;
  return new;
end $$;
create trigger project_returned before update on project_order for each row execute function project_returned();

-- When nothing of it is left to book; false: something is.
create function end_project(p_project bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from project_order where project_id = p_project and ended_at_ms is null) then return false; end if;
  update project set state = case state when 'settling' then 'ended' else 'cancelled' end where id = p_project and state in ('settling', 'cancelling');
  return true;
end $$;
revoke execute on function hold_project, end_project from public;
grant execute on function hold_project, end_project to tessera_app;

-- The operators' doors. Each believes a session, never a number.
create function propose_project(p_session text, p_asset text, p_min numeric, p_max numeric, p_participants integer, p_capacity numeric, p_closes bigint,
  p_ends bigint, p_texts jsonb, p_reason text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  made bigint;
begin
  insert into project (asset, amount_min, amount_max, max_participants, capacity, closes_at_ms, ends_at_ms, texts)
  values (p_asset, p_min, p_max, p_participants, p_capacity, p_closes, p_ends, p_texts) returning id into made;
  insert into project_proposal (project_id, act, reason, proposed_by, proposed_at_ms) values (made, 'open', p_reason, actor, p_now);
  return made;
end $$;

-- A result: once it has ended. A cancellation: before, and of one that is not full.
create function require_project_act(p_project project, p_act text, p_now bigint) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if p_project.id is null then raise exception 'no such project' using errcode = 'L0012'; end if;
  if not coalesce(case p_act
    when 'open' then p_project.state = 'proposed' and p_project.closes_at_ms > p_now
    when 'result' then p_project.state = 'open' and p_project.ends_at_ms <= p_now
    else p_project.state = 'open' and p_project.ends_at_ms > p_now and p_project.participants < p_project.max_participants
      and p_project.taken < coalesce(p_project.capacity, p_project.taken + 1)
  end, false) then
    raise exception 'project % does not allow that now', p_project.id using errcode = 'R0002';
  end if;
end $$;

create function propose_project_end(p_session text, p_project bigint, p_act text, p_share numeric, p_statements jsonb, p_reason text, p_now bigint)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  held project;
begin
  select * into held from project where id = p_project for no key update;
  if p_act not in ('result', 'cancel') then raise exception 'no such act' using errcode = 'R0002'; end if;
  perform require_project_act(held, p_act, p_now);
  insert into project_proposal (project_id, act, share, statements, reason, proposed_by, proposed_at_ms)
  values (p_project, p_act, p_share, p_statements, p_reason, actor, p_now);
exception when unique_violation then
  raise exception 'a proposal for project % waits already', p_project using errcode = 'R0002';
end $$;

-- Held until the transaction ends, the project first. R0004: his own.
create function hold_project_proposal(p_session text, p_proposal bigint, p_now bigint) returns setof project_proposal
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  held project;
  asked project_proposal;
begin
  select p.* into held from project p join project_proposal o on o.project_id = p.id where o.id = p_proposal for no key update of p;
  select * into asked from project_proposal where id = p_proposal for update;
  if asked.id is null then raise exception 'no proposal %', p_proposal using errcode = 'L0012'; end if;
  if asked.decided_by is not null or not exists (
    select from operator where id = asked.proposed_by and disabled_at_ms is null and 'treasury' = any (roles)) then
    raise exception 'proposal % waits for nobody', p_proposal using errcode = 'R0002';
  end if;
  if asked.proposed_by = actor then raise exception 'another operator approves' using errcode = 'R0004'; end if;
  perform require_project_act(held, asked.act, p_now);
  return next asked;
end $$;

-- `p_seq`: of the entry of the public record that says it.
create function approve_project(p_session text, p_proposal bigint, p_seq bigint, p_now bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked project_proposal;
begin
  select * into asked from hold_project_proposal(p_session, p_proposal, p_now);
  if not exists (select from public_record where seq = p_seq and kind = 'project' and body like '%"project":"' || asked.project_id || '"%') then
    raise exception 'proposal % is not published', p_proposal using errcode = 'R0002';
  end if;
  update project_proposal set decided_by = acting_operator(p_session, '{treasury}', p_now), decided_at_ms = p_now, is_approved = true where id = asked.id;
  if asked.act = 'open' then
    update project set state = 'open', terms_seq = p_seq where id = asked.project_id;
  else
    update project set state = case asked.act when 'result' then 'settling' else 'cancelling' end, result_seq = p_seq, share = asked.share,
      statements = asked.statements, published_at_ms = p_now, cancel_reason = case asked.act when 'cancel' then asked.reason end
    where id = asked.project_id;
  end if;
end $$;

create function reject_project(p_session text, p_proposal bigint, p_reason text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  asked project_proposal;
begin
  perform from project p join project_proposal o on o.project_id = p.id where o.id = p_proposal for no key update of p;
  update project_proposal set decided_by = actor, decided_at_ms = p_now, is_approved = false, reject_reason = p_reason
  where id = p_proposal and decided_by is null returning * into asked;
  if asked.id is null then raise exception 'proposal % waits for nobody', p_proposal using errcode = 'R0002'; end if;
  if asked.act = 'open' then update project set state = 'rejected' where id = asked.project_id; end if;
  return asked.project_id;
end $$;
revoke execute on function propose_project, require_project_act, propose_project_end, hold_project_proposal, approve_project, reject_project from public;
grant execute on function propose_project, propose_project_end, hold_project_proposal, approve_project, reject_project to tessera_staff;

-- What two operators said of a project is published, and by who acts for them.
alter table public_record drop constraint public_record_kind_check;
alter table public_record add constraint public_record_kind_check
  check (kind in
    ('seed_committed', 'seed_revealed', 'beacon', 'incident', 'halt', 'pause', 'terms', 'key', 'witness', 'deposit_key', 'liabilities', 'project'));
drop trigger public_record_of_operators on public_record;
create trigger public_record_of_operators before insert on public_record for each row
  when (new.kind in ('halt', 'incident', 'project')) execute function operators_entry();
