-- What the exchange signed when it accepted something (shared/src/domain/fairness/receipt.ts gives the byte form). Written in the
-- transaction of the acceptance, never changed, never forgotten: whoever accepted cannot say afterwards that it was otherwise.
create table receipt (
  product text not null check (product in ('seconds', 'spot', 'leverage')),
  order_id bigint not null,
  request text not null check (request in ('order', 'close', 'stop', 'cancel')),
  -- The client's own name of the request.
  key text not null,
  -- Canonical JSON, ASCII, as they were hashed and signed.
  body text not null check (body ~ '^[ -~]*$'),
  terms text not null check (terms ~ '^[ -~]*$'),
  signature text not null check (signature ~ '^[0-9a-f]{128}$'),
  holder_salt text not null check (holder_salt ~ '^[0-9a-f]{64}$'),
  primary key (product, order_id, request, key)
);
revoke update, delete, truncate on receipt from tessera_app;
create trigger receipt_append_only before update or delete on receipt for each row execute function refuse_change();
create trigger receipt_no_truncate before truncate on receipt execute function refuse_change();

-- 0120 and 0210, and: the head that an order's receipt names is still the newest tick when the acceptance commits, whatever time a
-- node's clock gave to a tick that came between.
create or replace function require_no_later_tick() returns trigger language plpgsql as $$
declare
  instant bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  perform pg_advisory_xact_lock_shared(7353553);
  -- A statement of its own: it sees what was committed while we waited.
  if exists (
    select from tick_head where symbol_id = new.symbol_id
      and (at_ms > instant or (tg_op = 'INSERT' and seq > (to_jsonb(new) ->> 'accepted_seq')::bigint))
  ) then
    raise exception 'a tick after % is out', instant using errcode = 'T0005';
  end if;
  if tg_op = 'INSERT' and (exists (select from halt where symbol = new.symbol_id and until_ms is null)
    or exists (select from incident where symbol = new.symbol_id and to_ms >= instant)) then
    raise exception 'trading of % stopped at %', new.symbol_id, instant using errcode = 'T0005';
  end if;
  return null;
end $$;
