-- Tries to sign in as an operator are counted by who answers operators: whoever has the server's login neither forgets wrong codes nor makes an
-- operator wait. The server's jobs remove counts that are forgotten anyway (a day, operators/OperatorSessions.ts).
alter table throttle enable row level security;
create policy throttle_seen on throttle for select to tessera_app using (true);
create policy throttle_added on throttle for insert to tessera_app with check (not starts_with(key, 'operator'));
create policy throttle_changed on throttle for update to tessera_app using (not starts_with(key, 'operator'));
create policy throttle_removed on throttle for delete to tessera_app
  using (not starts_with(key, 'operator') or greatest(last_at_ms, blocked_until_ms) < extract(epoch from clock_timestamp()) * 1000 - 86400000);
create policy throttle_of_operators on throttle to tessera_staff using (true);
