-- Confirming a change with a password: wrong tries are counted for each person and purpose, and five lock the purpose.
create table step_up_try (
  user_id bigint not null references app_user,
  purpose text not null,
  wrong integer not null,
  last_at_ms bigint not null,
  locked_until_ms bigint not null,
  primary key (user_id, purpose)
);

alter table app_user
  -- After a change of a way to sign in no money leaves before this instant.
  add column withdrawals_held_until_ms bigint not null default 0,
  -- A newly bound address cannot set a new login password before this instant.
  add column email_held_until_ms bigint not null default 0;

-- Old rows are found in steps, without reading the tables.
create index session_age on session (created_at_ms);
create index verification_code_age on verification_code (expires_at_ms);

grant select, insert, update, delete on step_up_try to tessera_app;
