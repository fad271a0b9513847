-- Before a market closes for long, positions count as if opened at a lower leverage (docs/trading.md). Positions that were accepted
-- before keep what they were accepted under: theirs is null.
alter table leverage_term
  add column closing_leverage integer check (closing_leverage > 0),
  -- How long before the close; null in both: never.
  add column closing_margin_minutes integer check (closing_margin_minutes between 1 and 1440),
  add constraint leverage_term_closing_margin check ((closing_leverage is null) = (closing_margin_minutes is null));
update leverage_term t set closing_margin_minutes = 60, closing_leverage = case s.asset_class when 'forex' then 50 else 20 end
from symbol s where s.id = t.symbol_id and s.until_version is null and s.asset_class in ('forex', 'metal');

-- {leverage, spans: [[from, to), …]} in minutes after Sunday 00:00 UTC, as the terms and the calendar were at acceptance.
alter table leverage_order add column closing_margin jsonb;

create function leverage_order_keeps_closing_margin() returns trigger language plpgsql as $$
begin
  raise exception 'order % does not change like that', old.id using errcode = 'S0001';
end $$;
create trigger leverage_order_keeps_closing_margin before update of closing_margin on leverage_order for each row
  when (old.closing_margin is distinct from new.closing_margin) execute function leverage_order_keeps_closing_margin();

-- requiredMarginOf of shared/trading, for the rough filter and what is shown: raised when a span meets (from, to].
create function required_margin(p_margin numeric, p_leverage integer, p_closing jsonb, p_from_ms bigint, p_to_ms bigint)
returns numeric language sql immutable parallel safe as $$
  select case when p_closing is null or p_leverage <= (p_closing->>'leverage')::integer then p_margin
    when exists (
      select from jsonb_array_elements(p_closing->'spans') span, (values (0), (10080)) week (minutes)
      where mod(p_from_ms - 259200000, 604800000) < ((span->>1)::bigint + minutes) * 60000
        and mod(p_from_ms - 259200000, 604800000) + p_to_ms - p_from_ms >= ((span->>0)::bigint + minutes) * 60000
    ) then p_margin * p_leverage / (p_closing->>'leverage')::integer
    else p_margin end
$$;
