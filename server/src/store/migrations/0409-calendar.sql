-- What was booked of a day (UTC, counted from 1970), once for each order: interest of Interest Treasure and of loans. Written with the posting, in
-- one transaction; a day with nothing to pay has its row too.
create table accrual (
  kind text not null check (kind in ('treasure', 'loan')),
  -- The order.
  ref bigint not null,
  day integer not null check (day > 0),
  amount numeric(36, 18) not null check (amount >= 0 and amount <> 'NaN'),
  at_ms bigint not null,
  primary key (kind, ref, day)
);
revoke update, delete, truncate on accrual from tessera_app;
create trigger accrual_append_only before update or delete on accrual for each row execute function refuse_change();
