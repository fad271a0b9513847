-- Days of interest are read by the person, newest first, and not by looking through all orders that he ever had.
alter table accrual add column user_id bigint, add column mode text check (mode in ('real', 'demo'));
alter table accrual disable trigger accrual_append_only;
update accrual set user_id = o.user_id, mode = o.mode from treasure_order o where accrual.kind = 'treasure' and o.id = accrual.ref;
alter table accrual enable trigger accrual_append_only;
create index accrual_of_user on accrual (user_id, mode, day, ref) where user_id is not null and amount > 0;
