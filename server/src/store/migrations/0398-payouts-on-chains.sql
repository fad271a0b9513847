-- Payouts that the exchange sends itself. One process at a time sends over a network: it holds the lease "sender:<network>", and whatever it
-- writes names its epoch. Waits for a change of the holder, and keeps it until the transaction ends.
create function hold_sender_lease(p_network text, p_epoch bigint) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform from lease where name = 'sender:' || p_network and epoch = p_epoch for share;
  if not found then raise exception 'epoch % does not send over % any more', p_epoch, p_network using errcode = 'T0001'; end if;
end $$;

-- The one nonce that a payout has, for good: two transactions with the same nonce can never both be mined.
create table payout_sending (
  payout_id bigint primary key references payout,
  network text not null references network,
  -- Of the wallet that pays, in small letters.
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  nonce bigint not null check (nonce >= 0),
  -- live: not decided. paid, failed: in the chain for good, and it did that. lost: another transaction has the nonce for good.
  state text not null default 'live' check (state in ('live', 'paid', 'failed', 'lost')),
  epoch bigint not null,
  taken_at_ms bigint not null,
  looked_at_ms bigint not null,
  -- Which of its transactions is in which block, as the endpoints agreed when they were asked last.
  transaction text,
  block_number bigint,
  block_hash text,
  confirmations integer check (confirmations >= 0),
  confirmations_needed integer not null check (confirmations_needed > 0),
  -- What the network took for it, in the smallest unit of its own coin.
  gas_paid numeric check (gas_paid > 0 and gas_paid <> 'NaN'),
  ended_at_ms bigint,
  unique (network, address, nonce),
  check ((state = 'live') = (ended_at_ms is null)),
  check (num_nulls(transaction, block_number, block_hash, confirmations, gas_paid) in (0, 5)),
  check (state not in ('paid', 'failed') or coalesce(confirmations >= confirmations_needed, false)),
  check (state <> 'lost' or transaction is null)
);
create index payout_sending_live on payout_sending (network, address, nonce) where state = 'live';
create index payout_sending_block on payout_sending (network, block_number) where block_number is not null;

-- Every transaction that may have been sent for it, written before it is sent. The bytes are sent again as they are; one with a higher fee is another row.
create table payout_transaction (
  hash text primary key check (hash ~ '^0x[0-9a-f]{64}$'),
  payout_id bigint not null references payout_sending,
  raw text not null check (raw ~ '^0x[0-9a-f]+$'),
  -- For one unit of gas, in the smallest unit of the network's own coin.
  max_fee numeric not null check (max_fee > 0 and max_fee <> 'NaN'),
  priority_fee numeric not null check (priority_fee > 0 and priority_fee <= max_fee),
  gas_limit bigint not null check (gas_limit > 0),
  epoch bigint not null,
  stored_at_ms bigint not null,
  -- Each costs more than the one before.
  unique (payout_id, max_fee)
);
alter table payout_sending add constraint payout_sending_transaction foreign key (transaction) references payout_transaction;

-- Why one has not begun yet: the wallet is short, the fee is above the limit, or the chain would refuse it.
create table payout_wait (
  payout_id bigint primary key references payout,
  why text not null check (why in ('funds', 'fee', 'refused')),
  since_ms bigint not null
);
revoke update, delete, truncate on payout_sending, payout_transaction from tessera_app;
grant update (epoch, looked_at_ms, transaction, block_number, block_hash, confirmations, gas_paid, state, ended_at_ms) on payout_sending to tessera_app;
create trigger payout_transaction_append_only before update or delete on payout_transaction for each row execute function refuse_change();
create trigger payout_sending_kept before delete on payout_sending for each row execute function refuse_change();

create function payout_sending_guard() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept constant text[] := array['epoch', 'looked_at_ms', 'transaction', 'block_number', 'block_hash', 'confirmations', 'gas_paid', 'state', 'ended_at_ms'];
begin
  perform hold_sender_lease(new.network, new.epoch);
  if tg_op = 'INSERT' then
    -- Nobody hands it over meanwhile.
    perform from payout p join withdrawal w on w.id = p.withdrawal_id
      where p.id = new.payout_id and p.adapter = 'evm' and p.state = 'ordered' and w.network = new.network for share of p;
    if not found or new.state <> 'live' then raise exception 'payout % is not to be sent', new.payout_id using errcode = 'R0002'; end if;
    return new;
  end if;
  if old.state <> 'live' or to_jsonb(new) - kept is distinct from to_jsonb(old) - kept then
    raise exception 'sending of payout % does not change like that', old.payout_id using errcode = 'L0009';
  end if;
  if new.transaction is not null and not exists (
    select from payout_transaction where hash = new.transaction and payout_id = new.payout_id) then
    raise exception 'transaction % was not stored for payout %', new.transaction, new.payout_id using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger payout_sending_guard before insert or update on payout_sending for each row execute function payout_sending_guard();

create function payout_transaction_guard() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  sent payout_sending;
begin
  select * into sent from payout_sending where payout_id = new.payout_id for update;
  perform hold_sender_lease(sent.network, new.epoch);
  if sent.state <> 'live' then raise exception 'payout % is decided', new.payout_id using errcode = 'R0002'; end if;
  if exists (select from payout_transaction where payout_id = new.payout_id and (max_fee >= new.max_fee or priority_fee >= new.priority_fee)) then
    raise exception 'a transaction that replaces another pays more' using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger payout_transaction_guard before insert on payout_transaction for each row execute function payout_transaction_guard();

-- However it is written: what the exchange sends is paid by a transaction that was stored for it, and goes to an operator only when it was never
-- begun, or the chain has decided for good that it did not pay.
create function payout_forward() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  may_change constant text[] := array['adapter', 'state', 'transaction', 'reason', 'ended_at_ms', 'operator_id'];
begin
  if old.state <> 'ordered' or to_jsonb(new) - may_change is distinct from to_jsonb(old) - may_change then
    raise exception 'payout % does not change like that', old.id using errcode = 'L0009';
  end if;
  if old.adapter <> new.adapter and not (old.adapter = 'evm' and new.adapter = 'manual' and new.state = 'ordered'
    and not exists (select from payout_sending where payout_id = old.id and state not in ('failed', 'lost'))) then
    raise exception 'payout % may still be mined', old.id using errcode = 'R0002';
  end if;
  if new.adapter = 'evm' and not (new.state = 'paid' and exists (
    select from payout_sending where payout_id = new.id and state = 'paid' and transaction = new.transaction)) then
    raise exception 'payout % was not sent like that', old.id using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger payout_forward before update on payout for each row execute function payout_forward();

-- The sender's word, once the endpoints agreed that it is deep enough. The caller holds the row of the person.
create function end_sent_payout(p_payout bigint, p_now bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payout set state = 'paid', transaction = sent.transaction, ended_at_ms = p_now
  from payout_sending sent where id = p_payout and sent.payout_id = p_payout and payout.state = 'ordered' and payout.adapter = 'evm';
  if not found then raise exception 'payout % is over', p_payout using errcode = 'R0002'; end if;
end $$;

-- From now on an operator pays it. Waits for the sender to have begun, which then refuses.
create function hand_over_payout(p_session text, p_payout bigint, p_now bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
begin
  perform from payout where id = p_payout for update;
  if exists (
    select from payout p join withdrawal w on w.id = p.withdrawal_id join operator o on o.user_id = w.user_id
    where p.id = p_payout and o.id = actor) then
    raise exception 'nobody pays himself' using errcode = 'R0004';
  end if;
  update payout set adapter = 'manual' where id = p_payout and state = 'ordered' and adapter = 'evm';
  if not found then raise exception 'payout % is not to be sent', p_payout using errcode = 'R0002'; end if;
  delete from payout_wait where payout_id = p_payout;
end $$;
revoke execute on function hand_over_payout from public;
grant execute on function hand_over_payout to tessera_staff;
