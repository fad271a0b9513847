-- After repeated failures a try at the puzzle costs computing time: so many leading zero bits of a hash.
alter table puzzle add column work_bits integer not null default 0;
