-- One-time codes of an authenticator app (RFC 6238). The secret is sealed: its key is not in the database.
create table one_time_code (
  user_id bigint primary key references app_user,
  sealed bytea not null,
  made_at_ms bigint not null,
  -- null: shown to the person, who has not yet shown a code of it.
  on_from_ms bigint,
  -- The newest 30-second step whose code was used; none up to it is taken again.
  last_step bigint not null default 0
);

-- Each stands in for one code, once, when the phone is lost.
create table recovery_code (
  user_id bigint not null references one_time_code on delete cascade,
  code_hash text not null,
  used_at_ms bigint,
  primary key (user_id, code_hash)
);

grant select, insert, update, delete on one_time_code, recovery_code to tessera_app;
