-- A market is closed to orders by has_spot, has_seconds and has_leverage; it is never taken off the list. What is open in it is decided by
-- its prices, and its days are drawn two days ahead: whoever draws one again, or judges a pause of another market, looks for each of its ticks.
create function market_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from symbol where id = new.id and since_version = new.until_version) then
    raise exception 'the market % is closed by its terms, not taken off the list', new.id using errcode = 'L0009';
  end if;
  return null;
end $$;
create constraint trigger symbol_stays after update of until_version on symbol deferrable initially deferred
  for each row when (new.until_version is not null) execute function market_stays();
