-- What closing a position at a tick would earn before the fee, in USDT: profitOf of shared/trading to the last digit, so that the
-- positions of an account are valued where they are stored and one row of sums leaves the database, however many they are.
-- null as soon as something it needs is not known. Gains are rounded down, losses up; the divisor is quote units per USDT.
create function floating_profit(
  p_direction text, p_lots numeric, p_contract_size numeric, p_open numeric, p_tick numeric, p_below numeric, p_above numeric, p_divisor numeric
) returns numeric language sql immutable parallel safe as $$
  -- div and mod are exact; a quotient by "/" is rounded, and may be rounded up to the next unit.
  select (div(units, p_divisor) - case when units < 0 and mod(units, p_divisor) <> 0 then 1 else 0 end) * 0.000001
  from (select 1000000 * p_lots * p_contract_size * case p_direction
    -- A price as small as its own spread has no room below.
    when 'long' then case when p_tick > p_below then p_tick - p_below else p_tick end - p_open
    else p_open - p_tick - p_above end as units) quote
$$;
