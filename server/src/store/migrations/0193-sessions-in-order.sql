-- A session that carries on another one (the other account mode) stands in its family: what is counted for a session is not
-- left behind by changing it. Wrong confirmations are counted for a family and no longer for the person.
alter table session add column family bigint;

-- A quarter of an hour's counts: they begin anew.
drop table step_up_try;
create table step_up_try (
  family bigint not null,
  purpose text not null,
  wrong integer not null,
  last_at_ms bigint not null,
  locked_until_ms bigint not null,
  primary key (family, purpose)
);
grant select, insert, update, delete on step_up_try to tessera_app;

-- Wrong guesses from where a code was asked for are counted apart from those of everybody else.
alter table verification_code
  add column tries_elsewhere integer not null default 0,
  -- Salted like the code; '' for those that were sent before.
  add column asked_from_hash text not null default '';
