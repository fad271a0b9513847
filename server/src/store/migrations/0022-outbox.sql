-- Private events, written in the transaction that caused them and relayed after it. The head row gives each user and mode
-- a gapless sequence and, being locked until commit, makes the order of sequence the order of commit.

create table outbox_head (
  user_id bigint not null,
  mode text not null check (mode in ('real', 'demo')),
  last_seq bigint not null,
  primary key (user_id, mode)
) with (fillfactor = 70);

create table outbox (
  id bigint generated always as identity primary key,
  -- A relay reads by transaction, not by id: ids are drawn before commit and may become visible out of order.
  txid xid8 not null default pg_current_xact_id(),
  user_id bigint not null,
  mode text not null check (mode in ('real', 'demo')),
  seq bigint not null,
  at_ms bigint not null,
  body jsonb not null,
  unique (user_id, mode, seq)
);
create index outbox_by_transaction on outbox (txid);
create index outbox_age on outbox using brin (at_ms);
