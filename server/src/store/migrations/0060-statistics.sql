-- A person's ended orders by the instant that ended them: what the statistics count (docs/statistics.md).
create index sec_order_settled on sec_order (user_id, mode, settled_at_ms) where status = 'settled';
create index spot_order_ended on spot_order (user_id, mode, ended_at_ms) where filled > 0 and ended_at_ms is not null;
create index leverage_order_closed on leverage_order (user_id, mode, closed_at_ms) where status = 'closed';
