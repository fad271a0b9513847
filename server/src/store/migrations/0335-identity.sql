-- What people say of themselves in order to be certified: a row for each time somebody applied for a step. What was said stays; what was
-- decided of it is written once, and a wrong certificate can be taken back.
create table identity_request (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  step text not null check (step in ('primary', 'advanced')),
  status text not null default 'under_review' check (status in ('under_review', 'certified', 'rejected')),
  country text check (country ~ '^[A-Z]{2}$'),
  first_name text,
  last_name text,
  id_type text check (id_type in ('driver_licence', 'passport', 'id_card')),
  -- The number and the address. The key is not in the database.
  sealed bytea,
  -- Of country and number, under a key that is not in the database either: whoever has the rows cannot try numbers.
  number_hash text,
  front_upload_id text,
  back_upload_id text,
  -- Of a rejection: the operator's words, and the fields that have to be given anew.
  reason text,
  redo text[] not null default '{}',
  asked_at_ms bigint not null,
  decided_at_ms bigint,
  check ((step = 'primary') = (number_hash is not null)),
  check (step = 'advanced' or (country is not null and first_name is not null and last_name is not null and id_type is not null and sealed is not null)),
  check ((status = 'under_review') = (decided_at_ms is null)),
  check ((status = 'rejected') = (reason is not null))
);
-- One that is under review or certified, for each person and step.
create unique index identity_request_live on identity_request (user_id, step) where status <> 'rejected';
-- A number is certified once, whoever names it.
create unique index identity_number_once on identity_request (number_hash) where status = 'certified';
create index identity_request_of_user on identity_request (user_id, id);

revoke update, delete, truncate on identity_request from tessera_app;
grant update (status, reason, redo, decided_at_ms) on identity_request to tessera_app;

create function identity_decided_once() returns trigger language plpgsql as $$
begin
  if old.status = 'rejected' or (old.status = 'certified' and new.status <> 'rejected')
    or to_jsonb(new) - array['status', 'reason', 'redo', 'decided_at_ms'] <> to_jsonb(old) - array['status', 'reason', 'redo', 'decided_at_ms'] then
    raise exception 'what was asked and decided of an identity stays' using errcode = 'L0009';
  end if;
  return new;
end $$;
create trigger identity_decided_once before update on identity_request for each row execute function identity_decided_once();
create trigger identity_request_kept before delete on identity_request for each row execute function refuse_change();

-- Which step an act of the real account needs. Terms like the others, in a table of their own, so that the text of older versions stays
-- what was recorded of it.
create table identity_need (
  act text not null check (act in ('trade', 'withdraw')),
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  level text not null check (level in ('none', 'primary', 'advanced')),
  primary key (act, since_version)
);
create unique index identity_need_current on identity_need (act) where until_version is null;
revoke insert, update, delete, truncate on identity_need from tessera_app;

-- The opening catalogue has them from the start; where its terms are recorded already they are a new version.
insert into catalog_version (version, valid_from_ms, note)
select max(version) + 1, greatest(max(valid_from_ms), (extract(epoch from now()) * 1000)::bigint), 'Which verified identity trading and withdrawing need'
from catalog_version having exists (select from public_record where kind = 'terms');

insert into identity_need (act, since_version, level)
select act, (select max(version) from catalog_version), level from (values ('trade', 'primary'), ('withdraw', 'advanced')) need (act, level);
