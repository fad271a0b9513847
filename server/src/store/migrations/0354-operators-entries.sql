-- What operators did is published by who acts for them. An entry of the public record is never taken back: whoever has the server's login would
-- tell everybody of a halt or an incident that is none. The function that appends has the owner's rights: who called it is the role of the session.
create function operators_entry() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if coalesce(nullif(current_setting('role'), 'none'), session_user) = 'tessera_app' then
    raise exception 'the server publishes no %', new.kind using errcode = '42501';
  end if;
  return new;
end $$;
create trigger public_record_of_operators before insert on public_record for each row
  when (new.kind in ('halt', 'incident')) execute function operators_entry();
