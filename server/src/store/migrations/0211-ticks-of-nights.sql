-- The tick of the conversion that a night was valued with, beside the symbol's own (tick_seq). Nights of before do not name it.
alter table leverage_swap add column divisor_seq bigint;
