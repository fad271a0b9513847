-- Who signs in by the signature of a wallet. He may have no password, no e-mail address and no phone.
alter table app_user
  -- In lower case; texts show it with its checksum.
  add column wallet text unique check (wallet ~ '^0x[0-9a-f]{40}$'),
  alter column password_hash drop not null,
  drop constraint app_user_check,
  add constraint app_user_has_name check (email is not null or phone is not null or wallet is not null),
  add constraint app_user_has_proof check (password_hash is not null or wallet is not null);

-- A text that a wallet is asked to sign: for one purpose, one address, one neighbourhood, a few minutes and one use.
create table wallet_text (
  nonce text primary key,
  address text not null,
  purpose text not null,
  -- Who asked with a session; null: who wants to sign in.
  user_id bigint references app_user,
  ip_prefix text not null,
  text text not null,
  expires_at_ms bigint not null,
  used_at_ms bigint
);
create index wallet_text_age on wallet_text (expires_at_ms);

grant select, insert, update, delete on wallet_text to tessera_app;
