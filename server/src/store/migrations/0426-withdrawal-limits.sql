-- How much a person may withdraw within 24 hours, by what he is certified for. As the other terms.
create table withdrawal_limit (
  level text not null check (level in ('none', 'primary', 'advanced')),
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  -- In USDT, by what each withdrawal was worth when it was asked for.
  day_max numeric(36,18) not null check (day_max >= 0 and day_max <> 'NaN'),
  primary key (level, since_version)
);
create unique index withdrawal_limit_current on withdrawal_limit (level) where until_version is null;
revoke insert, update, delete, truncate on withdrawal_limit from tessera_app;
insert into changeable_terms values ('withdrawal', 'withdrawal_limit', '{level}', '{day_max}');

-- The opening catalogue has them from the start; where its terms are recorded already they are a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'How much is withdrawn in a day'
from catalog_version having exists (select from public_record where kind = 'terms');
insert into withdrawal_limit (level, since_version, day_max)
select level, (select max(version) from catalog_version), day_max
from (values ('none', 1000), ('primary', 10000), ('advanced', 200000)) term (level, day_max);

-- What counts towards it: however many a person took back, only these are read.
create index withdrawal_of_day on withdrawal (user_id, asked_at_ms) include (value) where status in ('under_review', 'paying', 'success');
