-- The conversation of a person with customer service. Its entries stay as they were written; who seems to speak is held here: the server's login
-- writes for people alone, an answer is written by a function that believes an operator's live session.
create table conversation (
  user_id bigint primary key references app_user,
  -- Newest entry, and the oldest of the person that nobody answered (null: nothing waits).
  last_entry bigint not null,
  waiting_entry bigint,
  -- The newest entry that either side has seen, and how many of the other's it has not.
  seen_by_person bigint not null default 0,
  seen_by_service bigint not null default 0,
  unread_by_person integer not null default 0 check (unread_by_person >= 0),
  unread_by_service integer not null default 0 check (unread_by_service >= 0)
);
create index conversation_newest on conversation (last_entry);
create index conversation_waiting on conversation (waiting_entry) where waiting_entry is not null;

-- Numbered in the order in which it was written: who writes holds the person's row.
create table conversation_entry (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- Of an answer. null: the person wrote it.
  operator_id bigint references operator,
  client_id uuid not null,
  text text check (length(text) between 1 and 2000),
  upload_id text references upload,
  at_ms bigint not null,
  check (num_nonnulls(text, upload_id) = 1)
);
create unique index conversation_entry_once on conversation_entry (user_id, client_id, coalesce(operator_id, 0));
create index conversation_entry_of on conversation_entry (user_id, id);

revoke insert, update, delete, truncate on conversation_entry from tessera_app;
grant insert (user_id, client_id, text, upload_id, at_ms) on conversation_entry to tessera_app;
create trigger conversation_entry_append_only before update or delete on conversation_entry for each row execute function refuse_change();

-- No row: he wrote it before, by that name.
create function answer_conversation(p_session text, p_user bigint, p_client uuid, p_text text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{support}', p_now);
  made bigint;
begin
  insert into conversation_entry (user_id, operator_id, client_id, text, at_ms) values (p_user, actor, p_client, p_text, p_now)
  on conflict do nothing returning id into made;
  return made;
end $$;
revoke execute on function answer_conversation from public;
grant execute on function answer_conversation to tessera_staff;

-- Pictures of conversations lie as those of documents do.
alter table upload drop constraint upload_purpose_check;
alter table upload add constraint upload_purpose_check check (purpose in ('paper', 'chat'));
