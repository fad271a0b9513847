-- A result or a cancellation moves money of those who take part. An operator of whom that is his own account proposes and approves neither.
create function takes_part(p_operator bigint, p_project bigint) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from project_order t join operator o on o.user_id = t.user_id where o.id = p_operator and t.project_id = p_project)
$$;
revoke execute on function takes_part from public;

create or replace function propose_project_end(p_session text, p_project bigint, p_act text, p_share numeric, p_statements jsonb, p_reason text, p_now bigint)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  held project;
begin
  select * into held from project where id = p_project for no key update;
  if p_act not in ('result', 'cancel') then raise exception 'no such act' using errcode = 'R0002'; end if;
  perform require_project_act(held, p_act, p_now);
  if takes_part(actor, p_project) then raise exception 'who takes part does not end project %', p_project using errcode = 'R0004'; end if;
  insert into project_proposal (project_id, act, share, statements, reason, proposed_by, proposed_at_ms)
  values (p_project, p_act, p_share, p_statements, p_reason, actor, p_now);
exception when unique_violation then
  raise exception 'a proposal for project % waits already', p_project using errcode = 'R0002';
end $$;

-- As in 0417, and: of one who takes part himself by now it waits for nobody, and he approves none. Others reject it.
create or replace function hold_project_proposal(p_session text, p_proposal bigint, p_now bigint) returns setof project_proposal
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
  held project;
  asked project_proposal;
begin
  select p.* into held from project p join project_proposal o on o.project_id = p.id where o.id = p_proposal for no key update of p;
  select * into asked from project_proposal where id = p_proposal for update;
  if asked.id is null then raise exception 'no proposal %', p_proposal using errcode = 'L0012'; end if;
  if asked.decided_by is not null or takes_part(asked.proposed_by, held.id) or not exists (
    select from operator where id = asked.proposed_by and disabled_at_ms is null and 'treasury' = any (roles)) then
    raise exception 'proposal % waits for nobody', p_proposal using errcode = 'R0002';
  end if;
  if asked.proposed_by = actor or takes_part(actor, held.id) then
    raise exception 'another operator approves' using errcode = 'R0004';
  end if;
  perform require_project_act(held, asked.act, p_now);
  return next asked;
end $$;
