-- What waits for a second operator is seen by all of them, and taken back by whoever finds it wrong.
alter table c2c_entry
  add column withdrawn_by bigint references operator,
  add column withdrawn_at_ms bigint,
  add constraint c2c_entry_withdrawn_whole check ((withdrawn_by is null) = (withdrawn_at_ms is null)),
  add constraint c2c_entry_ends_once check (num_nonnulls(confirmed_by, withdrawn_by) <= 1);
drop index c2c_entry_waits;
create index c2c_entry_waits on c2c_entry (merchant_id) where confirmed_by is null and withdrawn_by is null;

-- With the merchant held. True: another operator entered the same within a week, and this confirms it. False: it waits for another one.
create or replace function c2c_by_two(p_merchant bigint, p_what jsonb, p_actor bigint, p_now bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  week constant bigint := 7 * 86400000;
begin
  update c2c_entry set confirmed_by = p_actor, confirmed_at_ms = p_now where id = (
    select id from c2c_entry
    where merchant_id = p_merchant and what = p_what and confirmed_by is null and withdrawn_by is null and entered_by <> p_actor
      and entered_at_ms > p_now - week
    order by id limit 1);
  if found then return true; end if;
  insert into c2c_entry (merchant_id, what, entered_by, entered_at_ms)
  select p_merchant, p_what, p_actor, p_now where not exists (
    select from c2c_entry
    where merchant_id = p_merchant and what = p_what and confirmed_by is null and withdrawn_by is null and entered_by = p_actor
      and entered_at_ms > p_now - week);
  return false;
end $$;

create function c2c_withdraw_entry(p_session text, p_merchant bigint, p_entry bigint, p_now bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
begin
  perform from c2c_merchant where id = p_merchant for no key update;
  update c2c_entry set withdrawn_by = actor, withdrawn_at_ms = p_now
  where id = p_entry and merchant_id = p_merchant and confirmed_by is null and withdrawn_by is null;
  if found then return; end if;
  if exists (select from c2c_entry where id = p_entry and merchant_id = p_merchant) then
    raise exception 'entry % is confirmed, or withdrawn', p_entry using errcode = 'R0002';
  end if;
  raise exception 'merchant % has no entry %', p_merchant, p_entry using errcode = 'C0003';
end $$;
revoke execute on function c2c_withdraw_entry from public;
grant execute on function c2c_withdraw_entry to tessera_staff;
