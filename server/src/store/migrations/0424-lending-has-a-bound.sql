-- What the house lends to everybody together at most, by mode. As the other terms.
create table lending_term (
  mode text not null check (mode in ('real', 'demo')),
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  -- Of the principal that is owed, in USDT.
  lent_max numeric(36,18) not null check (lent_max >= 0 and lent_max <> 'NaN'),
  primary key (mode, since_version)
);
create unique index lending_term_current on lending_term (mode) where until_version is null;
revoke insert, update, delete, truncate on lending_term from tessera_app;
insert into changeable_terms values ('lending', 'lending_term', '{mode}', '{lent_max}');

insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'What is lent to everybody together'
from catalog_version having exists (select from public_record where kind = 'terms');

-- Practice money is no risk of the house.
insert into lending_term (mode, since_version, lent_max)
select mode, (select max(version) from catalog_version), lent_max
from (values ('real', 5000000), ('demo', 1000000000000)) term (mode, lent_max);

-- Held by whoever lends, so that two who come at once do not both get the last of it.
create table lending (
  mode text primary key check (mode in ('real', 'demo'))
);
insert into lending values ('real'), ('demo');
revoke insert, delete, truncate on lending from tessera_app;
create index loan_lent on loan (mode) include (principal_owed) where status in ('open', 'overdue');
