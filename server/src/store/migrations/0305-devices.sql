-- What a person knows a session by: browser and system, as far as the browser told. Empty: not known.
alter table session add column device text not null default '';
create index session_of_user on session (user_id, id);
