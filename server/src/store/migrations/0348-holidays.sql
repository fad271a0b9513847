-- Days on which a market stays closed, or closes early: spans of time that its weekly windows would be open for. Terms like the others, in a
-- table of their own, so that the text of older versions stays what was recorded of it (docs/decisions/0104).
create table market_holiday (
  calendar_id text not null,
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  -- [from, to), Unix milliseconds.
  from_ms bigint not null,
  to_ms bigint not null check (to_ms > from_ms),
  primary key (calendar_id, from_ms, since_version)
);
revoke insert, update, delete, truncate on market_holiday from tessera_app;

-- The opening catalogue has them from the start; where its terms are recorded already they are a new version. Days that are over stay as they were.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'Holidays of forex and metals'
from catalog_version having exists (select from public_record where kind = 'terms');

-- The trading day of 25 December and of 1 January, which begins at 22:00 UTC the day before. Metals close at 18:45 UTC before Christmas, open an hour
-- later than forex, as always, and stay closed on Good Friday.
with named (calendar_id, from_at, to_at) as (
  select calendar_id, make_timestamp(year, 12, 24, 0, 0, 0) + closes, make_timestamp(year, 12, 25, 0, 0, 0) + opens
  from generate_series(2026, 2036) year,
    (values ('forex', interval '22 hours', interval '22 hours'), ('metals', interval '18 hours 45 minutes', interval '23 hours')) c (calendar_id, closes, opens)
  union all
  select calendar_id, make_timestamp(year, 12, 31, 22, 0, 0), make_timestamp(year + 1, 1, 1, 0, 0, 0) + opens
  from generate_series(2026, 2036) year, (values ('forex', interval '22 hours'), ('metals', interval '23 hours')) c (calendar_id, opens)
  union all
  select 'metals', good_friday - interval '2 hours', good_friday + interval '22 hours'
  from unnest(array['2027-03-26', '2028-04-14', '2029-03-30', '2030-04-19', '2031-04-11', '2032-03-26', '2033-04-15', '2034-04-07', '2035-03-23',
    '2036-04-11']::timestamp[]) good_friday
)
insert into market_holiday (calendar_id, since_version, from_ms, to_ms)
select calendar_id, (select max(version) from catalog_version), extract(epoch from from_at) * 1000, extract(epoch from to_at) * 1000
from named where extract(epoch from to_at) > extract(epoch from now());
