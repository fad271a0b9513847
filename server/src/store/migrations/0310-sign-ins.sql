-- The newest sign-ins of each person, for ninety days: he sees whether it was he, and a device is known again by its name and network.
create table sign_in (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  at_ms bigint not null,
  -- null: of before this was kept.
  way text check (way in ('password', 'wallet', 'registration')),
  device text not null,
  -- The address without its last part ("203.0.113.•"); empty: of before this was kept.
  network text not null
);
create index sign_in_of_user on sign_in (user_id, id);
create index sign_in_age on sign_in (at_ms);

insert into sign_in (user_id, at_ms, way, device, network)
  select user_id, created_at_ms, null, device, '' from session where family is null order by id;

grant select, insert, delete on sign_in to tessera_app;
