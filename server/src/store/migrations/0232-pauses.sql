-- Up to which live tick each symbol's log was looked at for times without prices. What was found is in the public record.
create table pause_cursor (
  symbol_id text primary key,
  -- The last live tick that was looked at.
  seq bigint not null,
  at_ms bigint not null,
  epoch bigint not null,
  -- A pause since then is in the record already, as begun.
  is_begun boolean not null default false
);
