-- What decides money is not the server's to change: terms, seeds, ticks and decided prices are written once. Its role may add
-- what it makes (ticks, days, prices); the terms are published by operators, who act as the owner.
revoke insert, update, delete, truncate on catalog_version, market_calendar, symbol, seconds_term, spot_term, asset from tessera_app;
revoke delete on tick from tessera_app;
revoke update, delete, truncate on tick_keep, feed_epoch from tessera_app;
revoke update, delete, truncate on feed_day from tessera_app;
grant update (revealed_at_ms) on feed_day to tessera_app;

create function feed_day_revealed() returns trigger language plpgsql as $$
begin
  if old.revealed_at_ms is not null or to_jsonb(new) - 'revealed_at_ms' <> to_jsonb(old) - 'revealed_at_ms' then
    raise exception 'a day of the feed is committed to' using errcode = 'T0005';
  end if;
  return new;
end $$;
create trigger feed_day_revealed before update on feed_day for each row execute function feed_day_revealed();
create trigger feed_day_kept before delete on feed_day for each row execute function refuse_change();

-- Versions of the catalogue go forward only, in number and in time.
create function catalog_forward() returns trigger language plpgsql as $$
declare
  latest record;
begin
  select max(version) as version, max(valid_from_ms) as from_ms into latest from catalog_version;
  if new.version <> coalesce(latest.version, 0) + 1 or new.valid_from_ms < latest.from_ms then
    raise exception 'a catalogue version follows the one before, and is not valid before it' using errcode = 'L0010';
  end if;
  return new;
end $$;
create trigger catalog_forward before insert on catalog_version for each row execute function catalog_forward();
create trigger catalog_version_append_only before update or delete on catalog_version for each row execute function refuse_change();
