-- Who owes more than he has owns less than nothing on that day too.
alter table portfolio_day drop constraint portfolio_day_value_check, add constraint portfolio_day_value_check check (value <> 'NaN');
