-- Articles that operators made, other than those of the release: what each is, and where and how long it is shown. Their words are rows of
-- article_text. A row is never changed: the newest of an article holds, and one that ends is withdrawn.
create table article (
  -- Longer than the name of any article of a release.
  id text not null check (id ~ '^[a-z]{16}$'),
  version integer not null check (version > 0),
  category text not null check (category in ('news', 'notice', 'help', 'about', 'agreement', 'rules', 'banner', 'contact')),
  help_group text check (help_group in ('start', 'account', 'money', 'trading', 'safety')),
  -- An own page; of a contact also an address of another site.
  link text check (length(link) <= 500 and (link ~ '^/pages/' or (category = 'contact' and link ~ '^https://'))),
  -- Banners and contacts stand in this order.
  rank integer not null check (rank between 0 and 999),
  from_ms bigint not null,
  until_ms bigint,
  reason text not null check (btrim(reason) <> ''),
  saved_by bigint not null references operator,
  saved_at_ms bigint not null,
  primary key (id, version),
  check ((help_group is not null) = (category = 'help')),
  check (link is null or category in ('banner', 'contact')),
  check (link is not null or category <> 'contact'),
  check (from_ms <= saved_at_ms + 7776000000)
);
revoke insert, update, delete, truncate on article from tessera_app;
create trigger article_append_only before update or delete on article for each row execute function refuse_change();

-- Banners and contacts say all in title and summary.
alter table article_text drop constraint article_text_body_check;
alter table article_text add constraint article_text_body_check check (length(body) <= 20000);

-- `p_seen`: the newest version that the operator saw, 0 for a new article. Null: there is a newer one.
create function show_article(p_session text, p_id text, p_seen integer, p_category text, p_group text, p_link text, p_rank integer, p_from bigint,
  p_until bigint, p_reason text, p_now bigint)
returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{content}', p_now);
  made integer;
begin
  insert into article (id, version, category, help_group, link, rank, from_ms, until_ms, reason, saved_by, saved_at_ms)
  select p_id, p_seen + 1, coalesce((select category from article where id = p_id and version = 1), p_category), p_group, p_link, p_rank, p_from,
    p_until, p_reason, actor, p_now
  where p_seen = (select coalesce(max(version), 0) from article where id = p_id)
  on conflict do nothing
  returning version into made;
  return made;
end $$;
revoke execute on function show_article from public;
grant execute on function show_article to tessera_staff;
