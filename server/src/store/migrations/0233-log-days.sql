-- The days of each symbol's log that are over and written to a file (server/src/feed/LogDays.ts). Retention forgets ticks of
-- these days only.
create table log_day (
  symbol_id text not null,
  -- UTC.
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  first_seq bigint not null,
  last_seq bigint not null check (last_seq >= first_seq),
  -- Of the last tick.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- Of the file. Absent where ticks had been forgotten before there were files: no file was written up to this day.
  bytes bigint,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  check (num_nulls(bytes, sha256) in (0, 2)),
  primary key (symbol_id, day)
);
revoke update, delete, truncate on log_day from tessera_app;
create trigger log_day_append_only before update or delete on log_day for each row execute function refuse_change();
