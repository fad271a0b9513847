-- A burst on a young database: plans that were made while journal and entry were nearly empty read them whole, and stay
-- until statistics are taken a minute later. 20,000 settlements then cost ever more per batch. Everything post_batch reads
-- it reads by key, so it may say so.
alter function post_batch(text[], text[], text[], text[], bigint[], int[], bigint[], numeric[]) set enable_seqscan = off;

-- The same holds for the check of a foreign key. Journal ids come from post() in the same transaction, journals are never
-- deleted, and the invariant watch compares order and journal (I6).
alter table sec_order drop constraint sec_order_open_journal_id_fkey;
alter table sec_order drop constraint sec_order_settle_journal_id_fkey;
alter table sec_order drop constraint sec_order_correction_journal_id_fkey;
