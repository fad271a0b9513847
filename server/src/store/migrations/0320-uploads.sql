-- Pictures that people hand in. Their bytes lie in the blob store, never without a row: a row is there before its bytes and goes
-- after them. Those of a purpose that is secret are sealed under a key of their own, which is kept here sealed under one that is not
-- in the database: with the row goes the last way to read them.
create table upload (
  id text primary key,
  user_id bigint not null references app_user,
  purpose text not null check (purpose in ('paper')),
  field text not null,
  -- Keyed: the database does not tell whose document a picture is of to who has the picture.
  content_hash text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  blob_key text not null unique,
  wrapped_key bytea not null,
  created_at_ms bigint not null,
  -- null: the bytes may not be there yet.
  stored_at_ms bigint,
  -- What it belongs to ("identity:12"). null: to nothing yet, and gone after a day.
  used_by text
);
create index upload_of_user on upload (user_id, content_hash);
create index upload_unused on upload (created_at_ms) where used_by is null;

-- Who was shown which picture. It outlives the picture.
create table upload_view (
  id bigint generated always as identity primary key,
  upload_id text not null,
  viewer text not null,
  at_ms bigint not null
);
create index upload_view_of_upload on upload_view (upload_id, id);

revoke update, delete, truncate on upload_view from tessera_app;
create trigger upload_view_append_only before update or delete on upload_view for each row execute function refuse_change();
