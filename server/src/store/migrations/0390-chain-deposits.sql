-- Payments that programs find on a chain, and how far they have read it.

-- Who writes holds the lease "chain:<network>" and says its epoch: what carries an older one is refused, however late it comes.
create table chain_cursor (
  network text primary key references network,
  epoch bigint not null check (epoch > 0),
  -- The last block that was read, whole.
  block_number bigint not null check (block_number >= 0),
  block_hash text not null,
  moved_at_ms bigint not null
);
create function chain_cursor_forward() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.epoch < old.epoch or new.network <> old.network then
    raise exception 'chain % is read by another', old.network using errcode = 'C0001';
  end if;
  return new;
end $$;
create trigger chain_cursor_forward before update on chain_cursor for each row execute function chain_cursor_forward();

-- The newest blocks as they were read: by them it is found how far a reorganisation reaches.
create table chain_block (
  network text not null references network,
  number bigint not null,
  hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
  primary key (network, number)
);

-- What the last look at a chain found, for operators.
create table chain_look (
  network text primary key references network,
  looked_at_ms bigint not null,
  -- When its endpoints last agreed, and on which newest block.
  agreed_at_ms bigint,
  head_number bigint,
  problem_kind text,
  problem text,
  problem_since_ms bigint,
  endpoints jsonb not null,
  check ((problem_kind is null) = (problem is null) and (problem is null) = (problem_since_ms is null))
);

-- Nobody asked for such a top-up: a chain brought it.
alter table topup add column by_chain boolean not null default false;

create index deposit_address_small on deposit_address (network, lower(address));

create table chain_deposit (
  id bigint generated always as identity primary key,
  network text not null references network,
  txid text not null check (txid ~ '^0x[0-9a-f]{64}$'),
  -- Of the log within its block; -1: the network's own coin, of which a transaction carries one sum.
  log_index integer not null check (log_index >= -1),
  block_number bigint not null,
  block_hash text not null,
  sender text not null,
  address_id bigint not null references deposit_address,
  -- Null: the address is nobody's yet.
  user_id bigint references app_user,
  asset text not null references asset,
  -- As it stands on the chain, in smallest units.
  raw numeric(78,0) not null check (raw > 0),
  decimals smallint not null,
  -- What the book can hold of it, rounded down, and what is left over, in smallest units.
  amount numeric(36,18) not null check (amount >= 0 and amount <> 'NaN'),
  rest numeric(78,0) not null check (rest >= 0),
  state text not null check (state in ('confirming', 'gone', 'lost', 'final', 'missing', 'taken_back', 'owed', 'unmatched')),
  -- Of one that is not credited to anybody.
  why text check (why in ('nobody', 'own', 'tiny', 'vast')),
  topup_id bigint unique references topup,
  seen_at_ms bigint not null,
  moved_at_ms bigint not null,
  -- How far the chain was read when the payment went out of it.
  gone_at_block bigint,
  check ((state = 'unmatched') <= (why is not null)),
  check ((state in ('gone', 'missing')) <= (gone_at_block is not null)),
  check ((state in ('final', 'missing', 'owed', 'taken_back')) <= (topup_id is not null))
);
-- A payment that is in the chain is one row. It keeps the row when a reorganisation gives it another block; once it was given up, or taken back, it
-- counts anew if it comes again.
create unique index chain_deposit_once on chain_deposit (network, txid, log_index) where state in ('confirming', 'final', 'unmatched');
create index chain_deposit_moving on chain_deposit (network, block_number) where state in ('confirming', 'gone', 'missing', 'owed');
create index chain_deposit_blocks on chain_deposit (network, block_number);
create index chain_deposit_of_user on chain_deposit (user_id, network, asset) where state = 'confirming';
create index chain_deposit_unmatched on chain_deposit (network, id) where state in ('unmatched', 'owed');

revoke update, delete, truncate on chain_deposit from tessera_app;
grant update (state, block_number, block_hash, log_index, topup_id, moved_at_ms, gone_at_block) on chain_deposit to tessera_app;

create function chain_deposit_forward() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (to_jsonb(new) - '{state,block_number,block_hash,log_index,topup_id,moved_at_ms,gone_at_block}'::text[])
    is distinct from (to_jsonb(old) - '{state,block_number,block_hash,log_index,topup_id,moved_at_ms,gone_at_block}'::text[])
    or (old.topup_id is not null and new.topup_id is distinct from old.topup_id)
    or not (new.state = old.state or case old.state
      when 'confirming' then new.state in ('final', 'gone')
      when 'gone' then new.state in ('confirming', 'lost')
      when 'final' then new.state = 'missing'
      when 'missing' then new.state in ('final', 'taken_back', 'owed')
      when 'owed' then new.state in ('final', 'taken_back')
      when 'unmatched' then new.state = 'lost'
      else false
    end) then
    raise exception 'deposit % does not go from % to %', old.id, old.state, new.state using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger chain_deposit_forward before update on chain_deposit for each row execute function chain_deposit_forward();
create trigger chain_deposit_kept before delete on chain_deposit for each row execute function refuse_change();
