-- The canonical text of a version's terms, as it was hashed for the public record: a column that a later release adds must not make
-- another text of what was published before.
create table terms_text (
  version integer primary key references catalog_version,
  text text not null check (text ~ '^[ -~]*$')
);
revoke update, delete, truncate on terms_text from tessera_app;
create trigger terms_text_append_only before update or delete on terms_text for each row execute function refuse_change();
