-- A request to close, to move a stop or to cancel is signed as an order is. The head that its receipt names is still the newest tick
-- when the request commits, by number, whatever a node's clock says; otherwise it is asked again at the new head.
alter table receipt add column symbol_id text, add column head_seq bigint, add column made bigint;
-- In this order they were signed: those of one order under one lock.
create sequence receipt_made as bigint;
alter table receipt alter column made set default nextval('receipt_made');
-- Not of the receipts from before.
alter table receipt add constraint receipt_says_its_head
  check (request = 'order' or (symbol_id is not null and head_seq is not null and made is not null));

create index receipt_of_requests on receipt (product, order_id, request, made) where request <> 'order';

create function require_newest_head() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7353553);
  -- A statement of its own: it sees what was committed while we waited.
  if exists (select from tick_head where symbol_id = new.symbol_id and seq <> new.head_seq) then
    raise exception 'tick % of % is not the newest', new.head_seq, new.symbol_id using errcode = 'T0005';
  end if;
  return null;
end $$;
create constraint trigger receipt_before_ticks after insert on receipt
  deferrable initially deferred for each row when (new.request <> 'order') execute function require_newest_head();
