-- What a person finds under "messages". The words are made in the reader's language when they are read: a row keeps the
-- kind and the figures only.

create table user_message (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  kind text not null,
  params jsonb not null default '{}',
  at_ms bigint not null,
  read_at_ms bigint
);
create index user_message_latest on user_message (user_id, id desc);

grant select, insert, update, delete on user_message to tessera_app;
