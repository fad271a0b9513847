-- Whoever takes something back, a pending order or a stop, does it after every tick that is public: the log was judged up to
-- asked_head_ms under the account's lock, and at commit no later tick may be out (0120). One instant for both, instead of the
-- instant since which a stop stands: a stop that is removed has none.
alter table leverage_order add column asked_head_ms bigint;

drop trigger leverage_take_profit_before_ticks on leverage_order;
drop trigger leverage_stop_loss_before_ticks on leverage_order;
-- Whatever the value was before: it is written by these requests only.
create constraint trigger leverage_taken_back_before_ticks after update of asked_head_ms on leverage_order
  deferrable initially deferred for each row execute function require_no_later_tick('asked_head_ms');
