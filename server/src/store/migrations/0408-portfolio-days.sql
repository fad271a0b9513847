-- What a person owned at the end of a day (UTC, counted from 1970), in USDT, in each mode. Written once and kept for some hundred days; a day
-- on which it cannot be told has no row.
create table portfolio_day (
  user_id bigint not null check (user_id > 0),
  mode text not null check (mode in ('real', 'demo')),
  day integer not null check (day > 0),
  value numeric(36, 6) not null check (value >= 0 and value <> 'NaN'),
  primary key (user_id, mode, day)
);
revoke update, truncate on portfolio_day from tessera_app;

-- The day that is being written, and the last person whose rows are. One row: who holds it writes.
create table portfolio_progress (
  is_only boolean primary key default true check (is_only),
  day integer not null,
  reached_user_id bigint not null default 0
);
revoke delete, truncate on portfolio_progress from tessera_app;

-- What moved since an instant, and whether anything did before it, without a look at every day of an account.
create index account_tally_by_day on account_tally (account_id, day);
