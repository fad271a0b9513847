-- Where a person lets money go. What was confirmed stays as it was confirmed: it can only be deleted, by a mark, and added again it waits again.
create table payee (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[A-Za-z0-9_-]{16,32}$'),
  user_id bigint not null references app_user,
  kind text not null check (kind in ('wallet', 'bank_card')),
  -- Of a wallet. The address as its network writes it, with the checksum: public data of a chain.
  asset text references asset,
  network text references network,
  address text,
  -- Of a card: number, holder and bank. The key is not in the database; nor is the one of the hash, by which the same number is found.
  sealed bytea,
  card_hash text,
  label text not null check (length(label) between 1 and 60),
  -- What lists show: the ends of an address, the last four digits of a card.
  masked text not null,
  confirmed_at_ms bigint not null,
  usable_from_ms bigint not null check (usable_from_ms >= confirmed_at_ms + 86400000),
  deleted_at_ms bigint check (deleted_at_ms >= confirmed_at_ms),
  check ((kind = 'wallet') = (num_nonnulls(asset, network, address) = 3 and num_nonnulls(sealed, card_hash) = 0)),
  check ((kind = 'bank_card') = (num_nonnulls(sealed, card_hash) = 2 and num_nonnulls(asset, network, address) = 0))
);
create unique index payee_wallet_once on payee (user_id, asset, network, address) where deleted_at_ms is null;
create unique index payee_card_once on payee (user_id, card_hash) where deleted_at_ms is null;
create index payee_of_user on payee (user_id, id);

revoke update, delete, truncate on payee from tessera_app;
grant update (deleted_at_ms) on payee to tessera_app;
create function payee_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.deleted_at_ms is not null or to_jsonb(new) - 'deleted_at_ms' <> to_jsonb(old) - 'deleted_at_ms' then
    raise exception 'a payee is deleted, and nothing else of it changes' using errcode = 'L0009';
  end if;
  return new;
end $$;
create trigger payee_kept before update on payee for each row execute function payee_kept();
create trigger payee_never_gone before delete on payee for each row execute function refuse_change();

-- A payee is confirmed by a code to the person's own e-mail address or phone.
alter table verification_code drop constraint verification_code_purpose_check;
alter table verification_code add constraint verification_code_purpose_check
  check (purpose in ('forgot', 'bind_email', 'bind_phone', 'payment_password', 'one_time_codes', 'payee'));
