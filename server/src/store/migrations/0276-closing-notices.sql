-- Who was told of a closing. One row a person, calendar and closing: the same closing is told once, however many processes run.
create table closing_notice (
  user_id bigint not null,
  calendar_id text not null,
  closes_at_ms bigint not null,
  primary key (user_id, calendar_id, closes_at_ms)
);
