-- What a person asks for is accepted before every tick that can decide it is public. The instant of an order, of a request to
-- close and of a stop is read under the locks it needs; when the transaction commits, no later tick may be out. A tick is
-- public once its transaction has committed, so both commits take one lock: the writer of ticks alone, orders shared. It is
-- an advisory lock, because those are served in turn: a stream of orders cannot hold up the ticks. It is the last lock that
-- either takes, and is held for a commit only.

create function tick_order_lock() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7353553);
  return null;
end $$;
-- Named to run before tick_inserted, which moves the heads: from here on an order waits, and then sees them.
create trigger tick_before_heads after insert on tick for each statement execute function tick_order_lock();

create function require_no_later_tick() returns trigger language plpgsql as $$
declare
  instant bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  perform pg_advisory_xact_lock_shared(7353553);
  -- A statement of its own: it sees what was committed while we waited.
  if exists (select from tick_head where symbol_id = new.symbol_id and at_ms > instant) then
    raise exception 'a tick after % is out', instant using errcode = 'T0005';
  end if;
  return null;
end $$;

create constraint trigger sec_order_before_ticks after insert on sec_order
  deferrable initially deferred for each row execute function require_no_later_tick('accepted_at_ms');
create constraint trigger spot_order_before_ticks after insert on spot_order
  deferrable initially deferred for each row execute function require_no_later_tick('accepted_at_ms');
create constraint trigger leverage_order_before_ticks after insert on leverage_order
  deferrable initially deferred for each row execute function require_no_later_tick('accepted_at_ms');

create constraint trigger spot_cancel_before_ticks after update of cancel_at_ms on spot_order
  deferrable initially deferred for each row when (old.cancel_at_ms is null and new.cancel_at_ms is not null)
  execute function require_no_later_tick('cancel_at_ms');
create constraint trigger leverage_close_before_ticks after update of close_asked_at_ms on leverage_order
  deferrable initially deferred for each row when (old.status = 'open' and new.status = 'closing')
  execute function require_no_later_tick('close_asked_at_ms');
-- The opening moves the stops' instant to its own tick, and changes the status with it.
create constraint trigger leverage_take_profit_before_ticks after update of tp_since_ms on leverage_order
  deferrable initially deferred for each row
  when (old.status = new.status and new.tp_since_ms is not null and new.tp_since_ms is distinct from old.tp_since_ms)
  execute function require_no_later_tick('tp_since_ms');
create constraint trigger leverage_stop_loss_before_ticks after update of sl_since_ms on leverage_order
  deferrable initially deferred for each row
  when (old.status = new.status and new.sl_since_ms is not null and new.sl_since_ms is distinct from old.sl_since_ms)
  execute function require_no_later_tick('sl_since_ms');
