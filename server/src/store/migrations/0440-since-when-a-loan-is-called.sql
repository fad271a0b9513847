-- When the person was told of the call that goes on, however long before the prices said so: he has a day from then on.
alter table loan add column called_at_ms bigint;
