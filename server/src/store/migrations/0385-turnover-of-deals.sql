-- A position's last deal is written after its order has ended: what positions trade is counted with each deal.
create or replace function tally_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  traded numeric := 0;
begin
  insert into order_tally as kept
  select user_id, mode, product, symbol_id, side, accepted_at_ms / 86400000, asset_class, 1, won, lost, returned, volume, fee, swap, profit
  from ended_order where product = tg_argv[0] and id = new.id
  on conflict (user_id, mode, product, symbol_id, side, day) do update set
    orders = kept.orders + 1, won = kept.won + excluded.won, lost = kept.lost + excluded.lost, returned = kept.returned + excluded.returned,
    volume = kept.volume + excluded.volume, fee = kept.fee + excluded.fee, swap = kept.swap + excluded.swap, profit = kept.profit + excluded.profit;
  if new.mode <> 'real' then return null; end if;
  if tg_argv[0] = 'seconds' then
    if new.asset = 'USDT' and new.outcome in ('won', 'lost') then traded := new.stake; end if;
  elsif tg_argv[0] = 'spot' then
    if new.quote = 'USDT' then traded := new.filled_total; end if;
  end if;
  if traded > 0 then
    insert into turnover as t (user_id, done) values (new.user_id, traded) on conflict (user_id) do update set done = t.done + traded;
  end if;
  return null;
end $$;

create function count_deal() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into turnover as t (user_id, done) values (new.user_id, new.notional) on conflict (user_id) do update set done = t.done + new.notional;
  return null;
end $$;
create trigger leverage_deal_turnover after insert on leverage_deal for each row
  when (new.mode = 'real' and new.notional > 0) execute function count_deal();
