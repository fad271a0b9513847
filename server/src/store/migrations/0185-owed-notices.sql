-- A change of a way to sign in is told to the ways that the person had before. The notice is owed with the change, in its
-- transaction, and the row goes when the notice is delivered, or is given up after a day.
create table owed_notice (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  channel text not null check (channel in ('email', 'phone')),
  target text not null,
  title text not null,
  body text not null,
  owed_at_ms bigint not null,
  tries integer not null default 0,
  next_try_at_ms bigint not null
);
create index owed_notice_due on owed_notice (next_try_at_ms);
create index owed_notice_user on owed_notice (user_id);
