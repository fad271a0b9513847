-- A transaction that the exchange sent for one payout does not pay another one: an operator who copied it from the wrong row is refused. Written
-- otherwise, the first payout could not be booked any more once it is deep, since no transaction is named twice.
create function payout_transaction_is_its_own() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from payout_transaction where hash = lower(new.transaction) and payout_id <> new.id) then
    raise exception 'the exchange sent % for another payout', new.transaction
      using errcode = 'unique_violation', constraint = 'withdrawal_transaction';
  end if;
  return new;
end $$;
create trigger payout_transaction_is_its_own before update of transaction on payout for each row when (new.transaction is not null)
  execute function payout_transaction_is_its_own();
