-- As an exchange (0392): a halt and an incident count from the instant of their commit. What was lent at that instant is tried again, and refused then.
create function require_open_collateral() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7353553);
  -- A statement of its own: it sees what was committed while we waited.
  if exists (
    select from loan_collateral c where c.loan_id = new.id and (
      exists (select from halt where symbol = c.symbol_id and until_ms is null)
      or exists (select from incident where symbol = c.symbol_id and from_ms <= new.paid_out_at_ms and to_ms >= new.paid_out_at_ms))
  ) then
    raise exception 'trading of collateral of loan % stopped', new.id using errcode = 'T0005';
  end if;
  return null;
end $$;
create constraint trigger loan_before_halts after update of paid_out_at_ms on loan
  deferrable initially deferred for each row when (old.paid_out_at_ms is null and new.paid_out_at_ms is not null)
  execute function require_open_collateral();
