-- A phone is bound as an e-mail address is, and a newly bound one proves nobody for a day. One-time codes are turned on with a code to a bound way.
alter table app_user add column phone_held_until_ms bigint not null default 0;

alter table verification_code drop constraint verification_code_purpose_check;
alter table verification_code add constraint verification_code_purpose_check
  check (purpose in ('forgot', 'bind_email', 'bind_phone', 'payment_password', 'one_time_codes'));
