-- How much one person may have at stake in a symbol, so that one gap costs the insurance a bounded sum. A term like the others:
-- what was accepted before is not judged by it, it bounds what is accepted.
alter table leverage_term
  -- [[leverage, notional], …], leverages up, notionals not up: at a leverage up to the first figure, all pending and open positions
  -- of a person and mode in the symbol are together worth at most the second, in the funding asset. The last one stands for all beyond.
  add column exposure_limits jsonb not null default '[[10, "5000000"], [20, "2000000"], [50, "1000000"], [100, "500000"]]'
    check (jsonb_typeof(exposure_limits) = 'array' and jsonb_array_length(exposure_limits) > 0);
alter table leverage_term alter column exposure_limits drop default;
update leverage_term t set exposure_limits = case s.asset_class
  when 'forex' then '[[50, "10000000"], [100, "6000000"], [200, "3000000"]]'::jsonb
  else '[[20, "10000000"], [50, "5000000"], [100, "2000000"]]'::jsonb end
from symbol s where s.id = t.symbol_id and s.until_version is null and s.asset_class in ('forex', 'metal');
