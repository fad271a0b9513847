-- How many messages a person has and how many of them are unread, by category: kept with each change, so that neither is counted over all
-- rows (docs/decisions/0120). A category lists as fast as all messages, and what is unread is found without what is read.

alter table user_message add column category text check (category in ('money', 'security', 'trading', 'news'));
update user_message set category = case
  when kind = 'welcome' then 'news'
  when kind = 'market_closing' then 'trading'
  when kind in ('limit_in_force', 'limit_set_by_operator', 'break_begun', 'demo_opened') then 'money'
  else 'security' end;
alter table user_message alter column category set not null;
-- As of orders and entries: a settlement that tells of itself takes no lock on the person, and comes after all locks on him.
alter table user_message drop constraint user_message_user_id_fkey;
create index user_message_of_category on user_message (user_id, category, id desc);
create index user_message_unread on user_message (user_id, id) where read_at_ms is null;

create table message_count (
  user_id bigint not null,
  category text not null,
  total bigint not null,
  unread bigint not null,
  primary key (user_id, category),
  check (unread between 0 and total)
) with (fillfactor = 70);
insert into message_count
select user_id, category, count(*), count(*) filter (where read_at_ms is null) from user_message group by user_id, category;

-- Rows are locked by person and category: two batches never wait for each other in a circle.
create function count_new_messages() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_count as c (user_id, category, total, unread)
  select user_id, category, count(*), count(*) filter (where read_at_ms is null) from written
  group by user_id, category order by user_id, category
  on conflict (user_id, category) do update set total = c.total + excluded.total, unread = c.unread + excluded.unread;
  return null;
end $$;
create function count_read_messages() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from message_count c where (c.user_id, c.category) in (select user_id, category from after) order by c.user_id, c.category for update;
  update message_count c set unread = c.unread - r.size
  from (
    select a.user_id, a.category, count(*) as size from after a join before b using (id)
    where b.read_at_ms is null and a.read_at_ms is not null group by a.user_id, a.category
  ) r
  where c.user_id = r.user_id and c.category = r.category;
  return null;
end $$;
create trigger user_message_written after insert on user_message referencing new table as written
  for each statement execute function count_new_messages();
create trigger user_message_read after update on user_message referencing old table as before new table as after
  for each statement execute function count_read_messages();

-- A message is read, and never changes otherwise; the counts are the triggers' alone.
revoke update, delete, truncate on user_message from tessera_app;
grant update (read_at_ms) on user_message to tessera_app;
revoke insert, update, delete, truncate on message_count from tessera_app;
