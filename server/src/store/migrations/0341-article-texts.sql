-- Words of articles that operators changed, by language. A text is never changed: the newest one whose instant has come is shown, and one that
-- is to come is taken back by a newer one. What no operator changed is said by the release (locales/<language>/content.json).
create table article_text (
  article text not null check (article ~ '^[a-z]{2,32}$'),
  language text not null check (language ~ '^[a-z]{2}$'),
  version integer not null check (version > 0),
  title text not null check (btrim(title) <> '' and length(title) <= 200),
  summary text not null check (btrim(summary) <> '' and length(summary) <= 500),
  body text not null check (btrim(body) <> '' and length(body) <= 20000),
  valid_from_ms bigint not null,
  reason text not null check (btrim(reason) <> ''),
  saved_by bigint not null references operator,
  saved_at_ms bigint not null,
  primary key (article, language, version),
  -- Never for what people read already, and not so far ahead that nobody remembers it.
  check (valid_from_ms between saved_at_ms and saved_at_ms + 7776000000)
);
revoke insert, update, delete, truncate on article_text from tessera_app;
create trigger article_text_append_only before update or delete on article_text for each row execute function refuse_change();

-- `p_seen`: the newest version that the operator saw, 0 for none. Null: there is a newer one.
create function save_article_text(p_session text, p_article text, p_language text, p_seen integer, p_title text, p_summary text, p_body text,
  p_from bigint, p_reason text, p_now bigint)
returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{content}', p_now);
  made integer;
begin
  insert into article_text (article, language, version, title, summary, body, valid_from_ms, reason, saved_by, saved_at_ms)
  select p_article, p_language, p_seen + 1, p_title, p_summary, p_body, p_from, p_reason, actor, p_now
  where p_seen = (select coalesce(max(version), 0) from article_text where article = p_article and language = p_language)
  on conflict do nothing
  returning version into made;
  return made;
end $$;
revoke execute on function save_article_text from public;
grant execute on function save_article_text to tessera_app;
