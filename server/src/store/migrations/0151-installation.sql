-- What this database was begun as. The money of real accounts on a practice exchange is practice money: it must never
-- become real by another setting, nor real money be decided by invented prices. Written once, at the first start.
create table installation (
  only_row boolean primary key default true check (only_row),
  exchange text not null check (exchange in ('practice', 'real'))
);
-- A database that has seen prices of another feed than a live one was for practice.
insert into installation (exchange)
select 'practice' where exists (select from feed_epoch where source <> 'live');

create trigger installation_append_only before update or delete on installation for each row execute function refuse_change();
create trigger installation_no_truncate before truncate on installation execute function refuse_change();
revoke update, delete, truncate on installation from tessera_app;
