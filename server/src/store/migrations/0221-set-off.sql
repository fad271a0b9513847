-- A position that a gap took beyond its margin ends together with the person's opposite position of the symbol
-- (rule version 2, docs/trading.md): the insurance pays only what both together lack.
alter table leverage_order drop constraint leverage_order_close_reason_check;
alter table leverage_order add constraint leverage_order_close_reason_check
  check (close_reason in ('user', 'take_profit', 'stop_loss', 'liquidation', 'stop_out', 'set_off'));
alter table leverage_deal drop constraint leverage_deal_reason_check, drop constraint leverage_deal_trigger_kind_check;
alter table leverage_deal drop constraint leverage_deal_check2;
-- Both keep the positions that ended together in `account`; nothing of the free balance stands behind a set-off: free is 0.
alter table leverage_deal
  add constraint leverage_deal_reason_check check (reason in ('user', 'take_profit', 'stop_loss', 'liquidation', 'stop_out', 'set_off')),
  add constraint leverage_deal_trigger_kind_check
    check (trigger_kind in ('market', 'limit', 'close', 'take_profit', 'stop_loss', 'liquidation', 'stop_out', 'set_off')),
  add constraint leverage_deal_account_check check ((trigger_kind in ('stop_out', 'set_off')) = (account is not null));
