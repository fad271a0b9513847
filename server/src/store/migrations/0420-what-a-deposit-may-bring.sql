-- One operator changes a rate. What a deposit brings in a year, also where its rate is of its whole term, is bounded by what was put in.
alter table treasure_term add constraint treasure_term_year
  check (case rate_kind when 'term' then rate * day_count <= days else rate <= 1 end);
