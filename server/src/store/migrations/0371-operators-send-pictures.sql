-- An operator answers with a picture too. It lies as pictures of the person do, in the name of the person whose conversation it belongs to.
alter table upload drop constraint upload_purpose_check;
alter table upload add constraint upload_purpose_check check (purpose in ('paper', 'chat', 'answer'));

drop function answer_conversation(text, bigint, uuid, text, bigint);
-- Either text or the upload of a picture. No row: he wrote it before, by that name.
create function answer_conversation(p_session text, p_user bigint, p_client uuid, p_text text, p_upload text, p_now bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{support}', p_now);
  made bigint;
begin
  insert into conversation_entry (user_id, operator_id, client_id, text, upload_id, at_ms)
  values (p_user, actor, p_client, p_text, p_upload, p_now)
  on conflict do nothing returning id into made;
  return made;
end $$;
revoke execute on function answer_conversation from public;
grant execute on function answer_conversation to tessera_staff;
