-- What one person's positions may cost the exchange. Terms like the others: a change adds a version (0020). Orders accepted
-- before are not judged by them: they bound what is accepted.
alter table leverage_term
  -- Pending and open ones of a person and mode, of all symbols together, beyond which no further one is accepted.
  add column max_positions integer not null default 100 check (max_positions > 0),
  -- In the funding asset, at the price that is held for.
  add column min_notional numeric not null default 5 check (min_notional >= 0 and min_notional <> 'NaN');
alter table leverage_term alter column max_positions drop default, alter column min_notional drop default;

-- Which symbols does an order's conversion depend on?
create index leverage_order_by_divisor on leverage_order (divisor_symbol)
  where divisor_symbol is not null and status in ('pending', 'open', 'closing');
