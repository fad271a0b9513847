-- What witnesses outside said of our roots. Only added to: a statement that is gone could have been one that did not suit.
create table witnessed_root (
  witness text not null,
  kind text not null check (kind in ('countersigner', 'timestamp')),
  minute_ms bigint not null,
  root text not null,
  -- By the witness's clock.
  at_ms bigint not null,
  statement text not null,
  primary key (witness, minute_ms)
);
create index witnessed_root_by_minute on witnessed_root (minute_ms);
revoke update, delete, truncate on witnessed_root from tessera_app;
create trigger witnessed_root_append_only before update or delete on witnessed_root for each row execute function refuse_change();

-- A witness knows another root than ours. What it said stays, and anybody can read it.
create table witness_fork (
  witness text not null,
  at_ms bigint not null,
  message text not null,
  primary key (witness, message)
);
revoke update, delete, truncate on witness_fork from tessera_app;
create trigger witness_fork_append_only before update or delete on witness_fork for each row execute function refuse_change();
