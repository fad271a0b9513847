-- Addresses for top-ups that come from an extended public key (BIP-32). The key itself stands in the settings: here is what it is known by, and how
-- many addresses it has given. Its private half the exchange does not have.
create table deposit_key (
  id bigint generated always as identity primary key,
  network text not null references network,
  -- SHA-256 of the extended key as it is written.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- The point that people's addresses are counted from, compressed. Published, in this entry of the public record.
  public_key text not null check (public_key ~ '^0[23][0-9a-f]{64}$'),
  record_seq bigint not null references public_record,
  next_index integer not null default 0 check (next_index >= 0),
  published_at_ms bigint not null,
  unique (network, fingerprint)
);
revoke update, delete, truncate on deposit_key from tessera_app;
grant update (next_index) on deposit_key to tessera_app;
create function deposit_key_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if to_jsonb(new) - 'next_index' <> to_jsonb(old) - 'next_index' or new.next_index <> old.next_index + 1 then
    raise exception 'key % gives one address after the other', old.id using errcode = 'L0002';
  end if;
  return new;
end $$;
create trigger deposit_key_kept before update on deposit_key for each row execute function deposit_key_kept();
create trigger deposit_key_never_gone before delete on deposit_key for each row execute function refuse_change();

alter table public_record drop constraint public_record_kind_check;
alter table public_record add constraint public_record_kind_check check
  (kind in ('seed_committed', 'seed_revealed', 'beacon', 'incident', 'halt', 'pause', 'terms', 'key', 'witness', 'deposit_key'));

-- An address is either listed by an operator and confirmed by another, or the key's, at a place that is used once.
alter table deposit_address
  add column key_id bigint references deposit_key,
  add column key_index integer check (key_index >= 0),
  -- What was added to the key's point: with it everybody who has the address can check that it is the key's.
  add column key_tweak text check (key_tweak ~ '^[0-9a-f]{64}$'),
  alter column added_by drop not null,
  drop constraint deposit_address_check3,
  add constraint deposit_address_given check (user_id is null or confirmed_by is not null or key_id is not null),
  add constraint deposit_address_origin check ((added_by is null) = (key_id is not null)),
  add constraint deposit_address_place check (num_nonnulls(key_id, key_index, key_tweak) in (0, 3)),
  add constraint deposit_address_place_once unique (key_id, key_index);

-- The server writes no address but of a key, at a place that the key has given.
create function add_derived_address(p_key bigint, p_index integer, p_tweak text, p_address text, p_user bigint, p_now bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into deposit_address (network, address, added_at_ms, user_id, given_at_ms, key_id, key_index, key_tweak)
  select network, p_address, p_now, p_user, p_now, id, p_index, p_tweak from deposit_key where id = p_key and p_index < next_index;
  if not found then raise exception 'key % has not given place %', p_key, p_index using errcode = 'L0002'; end if;
end $$;
revoke execute on function add_derived_address from public;
grant execute on function add_derived_address to tessera_app;
