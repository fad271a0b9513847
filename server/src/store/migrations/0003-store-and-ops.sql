-- Answers to money requests, kept in the transaction that moved the money.
create table idem_request (
  user_id bigint not null,
  key text not null,
  request_hash text not null,
  response text not null,
  at_ms bigint not null,
  primary key (user_id, key)
);
create index idem_request_age on idem_request (at_ms);

-- What operators did. Each row carries the hash of the one before it.
create table audit (
  id bigint primary key,
  at_ms bigint not null,
  actor text not null,
  action text not null,
  subject text not null,
  details text not null,
  previous_hash text not null,
  hash text not null
);
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit execute function refuse_change();
revoke update, delete, truncate on audit from tessera_app;

-- What waits for a person. The module that opened a row acts on the decision.
create table review (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id text not null,
  user_id bigint not null,
  requested_by text not null,
  summary text not null,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'rejected')),
  decided_by text,
  decided_at_ms bigint,
  reason text,
  opened_at_ms bigint not null,
  unique (kind, subject_id),
  check ((status = 'waiting') = (decided_by is null))
);

-- Public record of intervals in which a symbol's prices do not count. Never changed, never per person.
create table incident (
  id bigint generated always as identity primary key,
  symbol text not null,
  from_ms bigint not null,
  to_ms bigint not null check (to_ms > from_ms),
  reason text not null,
  published_at_ms bigint not null
);
create index incident_symbol on incident (symbol, from_ms);
create trigger incident_append_only before update or delete on incident for each row execute function refuse_change();
revoke update, delete, truncate on incident from tessera_app;
