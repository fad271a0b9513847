-- In these calendars the margin counts for more before a closing for a holiday too, not only before those of the week
-- (docs/decisions/0069). A term in a table of its own, so that the text of older versions stays what was recorded of it.
create table holiday_margin (
  calendar_id text not null,
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  primary key (calendar_id, since_version)
);
create unique index holiday_margin_current on holiday_margin (calendar_id) where until_version is null;
revoke insert, update, delete, truncate on holiday_margin from tessera_app;

-- The opening catalogue has it from the start; where its terms are recorded already it is a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'The margin counts for more before holidays'
from catalog_version having exists (select from public_record where kind = 'terms');
insert into holiday_margin (calendar_id, since_version)
select id, (select max(version) from catalog_version) from market_calendar where until_version is null and weekly_windows is not null;

-- As in 0223, and: raised when one of the dates, in minutes since 1970, meets (from, to].
create or replace function required_margin(p_margin numeric, p_leverage integer, p_closing jsonb, p_from_ms bigint, p_to_ms bigint)
returns numeric language sql immutable parallel safe as $$
  select case when p_closing is null or p_leverage <= (p_closing->>'leverage')::integer then p_margin
    when exists (
      select from jsonb_array_elements(p_closing->'spans') span, (values (0), (10080)) week (minutes)
      where mod(p_from_ms - 259200000, 604800000) < ((span->>1)::bigint + minutes) * 60000
        and mod(p_from_ms - 259200000, 604800000) + p_to_ms - p_from_ms >= ((span->>0)::bigint + minutes) * 60000
    ) or exists (
      select from jsonb_array_elements(p_closing->'dates') span
      where p_from_ms < (span->>1)::bigint * 60000 and p_to_ms >= (span->>0)::bigint * 60000
    ) then p_margin * p_leverage / (p_closing->>'leverage')::integer
    else p_margin end
$$;
