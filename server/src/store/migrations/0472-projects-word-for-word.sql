-- What is over is over by the log of prices too: a clock that jumped ahead ends nothing, and one that was set back cancels nothing afterwards.
create or replace function require_project_act(p_project project, p_act text, p_now bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  logged bigint := coalesce((select max(at_ms) from tick_head), 0);
begin
  if p_project.id is null then raise exception 'no such project' using errcode = 'L0012'; end if;
  if not coalesce(case p_act
    when 'open' then p_project.state = 'proposed' and p_project.closes_at_ms > greatest(p_now, logged)
    when 'result' then p_project.state = 'open' and p_project.ends_at_ms <= least(p_now, logged)
    else p_project.state = 'open' and p_project.ends_at_ms > greatest(p_now, logged) and p_project.participants < p_project.max_participants
      and p_project.taken < coalesce(p_project.capacity, p_project.taken + 1)
  end, false) then
    raise exception 'project % does not allow that now', p_project.id using errcode = 'R0002';
  end if;
end $$;

-- What the public record has to say of it, in English.
create function project_entry(p_asked project_proposal) returns jsonb language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('project', p.id::text, 'act', p_asked.act) || case p_asked.act
    when 'open' then jsonb_build_object('asset', p.asset, 'min', trim_scale(p.amount_min)::text, 'max', trim_scale(p.amount_max)::text,
      'maxParticipants', p.max_participants, 'capacity', trim_scale(p.capacity)::text, 'closesAtMs', p.closes_at_ms, 'endsAtMs', p.ends_at_ms,
      'name', coalesce(english.text ->> 'name', ''), 'about', coalesce(english.text ->> 'about', ''))
    else jsonb_build_object('participants', p.participants, 'taken', trim_scale(p.taken)::text) || case p_asked.act
      when 'cancel' then jsonb_build_object('returned', trim_scale(p.taken)::text, 'reason', p_asked.reason)
      else jsonb_build_object('share', trim_scale(p_asked.share)::text, 'statement', coalesce(english.statement ->> 'statement', ''), 'returned', (
        select trim_scale(coalesce(sum(trunc(o.amount * (1 + p_asked.share), a.scale::int)), 0))::text from project_order o where o.project_id = p.id))
    end
  end
  from project p join asset a on a.id = p.asset
  cross join lateral (
    select (select t from jsonb_array_elements(p.texts) t where t ->> 'language' = 'en') as text,
      (select t from jsonb_array_elements(p_asked.statements) t where t ->> 'language' = 'en') as statement
  ) english
  where p.id = p_asked.project_id
$$;
revoke execute on function project_entry from public;

-- As in 0417, and: the entry says what was proposed, word for word.
create or replace function approve_project(p_session text, p_proposal bigint, p_seq bigint, p_now bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked project_proposal;
begin
  select * into asked from hold_project_proposal(p_session, p_proposal, p_now);
  if (select body::jsonb from public_record where seq = p_seq and kind = 'project') is distinct from project_entry(asked) then
    raise exception 'proposal % is not what is published', p_proposal using errcode = 'R0002';
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
