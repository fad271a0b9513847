-- Reviews: what waits for an operator. What is asked is frozen when it is opened; the needed number of operators decides, each in a row
-- of his own, and deciding is what executes it, in the same transaction. Nothing here is ever changed: only the state goes forward, and
-- only as far as its rows allow.
drop table review;

-- Who decides a kind.
create table review_kind (
  kind text primary key check (kind ~ '^[a-z][a-z_]{2,31}$'),
  role text not null
);
-- How many operators must agree, from an amount on.
create table review_rule (
  kind text not null references review_kind,
  from_amount numeric(36,18) not null check (from_amount >= 0 and from_amount <> 'NaN'),
  approvals smallint not null check (approvals between 1 and 5),
  primary key (kind, from_amount)
);
revoke insert, update, delete, truncate on review_kind, review_rule from tessera_app;
insert into review_kind values ('identity_primary', 'identity'), ('identity_advanced', 'identity');
insert into review_rule values ('identity_primary', 0, 1), ('identity_advanced', 0, 1);

create table review (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[A-Za-z0-9_-]{16,32}$'),
  kind text not null references review_kind,
  -- What it is about: "identity:12".
  ref text not null check (ref <> ''),
  user_id bigint not null references app_user,
  -- The operator who asks, where it is not the person himself.
  asked_by bigint references operator,
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  -- SHA-256 of all that is frozen: server/src/reviews/termsHash.ts.
  terms_hash text not null check (terms_hash ~ '^[0-9a-f]{64}$'),
  amount numeric(36,18) check (amount >= 0 and amount <> 'NaN'),
  asset text references asset,
  -- How many operators must agree: of the rule when it was opened.
  approvals smallint not null,
  opened_at_ms bigint not null,
  expires_at_ms bigint check (expires_at_ms > opened_at_ms),
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'expired', 'reversed')),
  ended_at_ms bigint,
  check ((amount is null) = (asset is null)),
  check ((state = 'pending') = (ended_at_ms is null))
);
create unique index review_waits on review (kind, ref) where state = 'pending';
create index review_expires on review (expires_at_ms) where state = 'pending';
create index review_by_kind on review (kind, state, id);
create index review_of_user on review (user_id, id);

create table review_decision (
  review_id bigint not null references review,
  operator_id bigint not null references operator,
  verdict text not null check (verdict in ('approved', 'rejected')),
  -- Shown to the person.
  reason text not null,
  -- What he has to do again.
  fields jsonb not null check (jsonb_typeof(fields) = 'array'),
  -- Of what the operator saw.
  terms_hash text not null,
  at_ms bigint not null,
  -- Two approvals are two operators'.
  primary key (review_id, operator_id),
  check (verdict = 'approved' or btrim(reason) <> '')
);
-- Nobody decided in time.
create table review_expiry (
  review_id bigint primary key references review,
  at_ms bigint not null
);
-- An approval that was wrong is taken back by a row that names it.
create table review_reversal (
  review_id bigint primary key references review,
  operator_id bigint not null references operator,
  reason text not null check (btrim(reason) <> ''),
  at_ms bigint not null
);
revoke update, delete, truncate on review from tessera_app;
grant update (state, ended_at_ms) on review to tessera_app;
revoke insert, update, delete, truncate on review_decision, review_reversal from tessera_app;
revoke update, delete, truncate on review_expiry from tessera_app;
create trigger review_kept before delete on review for each row execute function refuse_change();
create trigger review_decision_append_only before update or delete on review_decision for each row execute function refuse_change();
create trigger review_expiry_append_only before update or delete on review_expiry for each row execute function refuse_change();
create trigger review_reversal_append_only before update or delete on review_reversal for each row execute function refuse_change();

create function review_opened() returns trigger language plpgsql as $$
begin
  select approvals into new.approvals from review_rule
  where kind = new.kind and from_amount <= coalesce(new.amount, 0) order by from_amount desc limit 1;
  if not found then raise exception 'no rule says who decides %', new.kind using errcode = 'R0001'; end if;
  if new.state <> 'pending' then raise exception 'a review begins as pending' using errcode = 'R0002'; end if;
  return new;
end $$;
create trigger review_opened before insert on review for each row execute function review_opened();

create function review_forward() returns trigger language plpgsql as $$
declare
  given bigint;
  refused bigint;
begin
  if to_jsonb(new) - 'state' - 'ended_at_ms' is distinct from to_jsonb(old) - 'state' - 'ended_at_ms' then
    raise exception 'what review % asks for does not change', old.id using errcode = 'R0003';
  end if;
  select count(*) filter (where verdict = 'approved'), count(*) filter (where verdict = 'rejected')
  into given, refused from review_decision where review_id = new.id;
  if not (case
    when old.state = 'pending' and new.state = 'approved' then given >= new.approvals and refused = 0
    when old.state = 'pending' and new.state = 'rejected' then refused > 0
    when old.state = 'pending' and new.state = 'expired' then exists (select from review_expiry where review_id = new.id)
    when old.state = 'approved' and new.state = 'reversed' then exists (select from review_reversal where review_id = new.id)
    else false
  end) then
    raise exception 'review % does not go from % to %', old.id, old.state, new.state using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger review_forward before update on review for each row execute function review_forward();

create function require_reviewer(p_review review, p_operator bigint) returns void language plpgsql as $$
begin
  perform require_operator(p_operator, (select role from review_kind where kind = p_review.kind));
  if p_review.asked_by = p_operator
    or exists (select from operator where id = p_operator and user_id = p_review.user_id) then
    raise exception 'who asked for review % does not decide it', p_review.id using errcode = 'R0004';
  end if;
end $$;

create function review_decision_guard() returns trigger language plpgsql as $$
declare
  asked review;
begin
  select * into asked from review where id = new.review_id;
  if asked.state <> 'pending' or asked.expires_at_ms <= new.at_ms then
    raise exception 'review % is over', new.review_id using errcode = 'R0002';
  end if;
  if asked.terms_hash <> new.terms_hash then
    raise exception 'the operator saw other terms of review %', new.review_id using errcode = 'R0003';
  end if;
  perform require_reviewer(asked, new.operator_id);
  return new;
end $$;
create trigger review_decision_guard before insert on review_decision for each row execute function review_decision_guard();

create function review_expiry_guard() returns trigger language plpgsql as $$
begin
  if not exists (select from review where id = new.review_id and state = 'pending' and expires_at_ms <= new.at_ms) then
    raise exception 'review % has not expired', new.review_id using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger review_expiry_guard before insert on review_expiry for each row execute function review_expiry_guard();

create function review_reversal_guard() returns trigger language plpgsql as $$
declare
  asked review;
begin
  select * into asked from review where id = new.review_id;
  if asked.state <> 'approved' then raise exception 'review % was not approved', new.review_id using errcode = 'R0002'; end if;
  perform require_reviewer(asked, new.operator_id);
  if exists (select from review_decision where review_id = new.review_id and operator_id = new.operator_id) then
    raise exception 'who approved review % does not take it back alone', new.review_id using errcode = 'R0004';
  end if;
  return new;
end $$;
create trigger review_reversal_guard before insert on review_reversal for each row execute function review_reversal_guard();

-- The doors for the server: an operator is believed by his session, never by his number. The caller holds the review's row.
create function decide_review(p_session text, p_review bigint, p_verdict text, p_reason text, p_fields jsonb, p_terms_hash text, p_now bigint)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  decider bigint := acting_operator(p_session, (select array[k.role] from review r join review_kind k using (kind) where r.id = p_review), p_now);
begin
  insert into review_decision (review_id, operator_id, verdict, reason, fields, terms_hash, at_ms)
  values (p_review, decider, p_verdict, p_reason, p_fields, p_terms_hash, p_now);
end $$;
create function reverse_review(p_session text, p_review bigint, p_reason text, p_now bigint)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reverser bigint := acting_operator(p_session, (select array[k.role] from review r join review_kind k using (kind) where r.id = p_review), p_now);
begin
  insert into review_reversal (review_id, operator_id, reason, at_ms) values (p_review, reverser, p_reason, p_now);
end $$;
revoke execute on function decide_review, reverse_review from public;
grant execute on function decide_review, reverse_review to tessera_app;
