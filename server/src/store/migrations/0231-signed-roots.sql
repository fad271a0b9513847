-- Minute roots of format 2 (shared/src/domain/fairness/tickHash.ts): they cover the newest entries of the public record and of the
-- operators' audit besides the ticks, and are signed. Roots of before have none of it.
alter table tick_anchor
  add column record_seq bigint,
  add column record_hash text,
  add column audit_seq bigint,
  add column audit_hash text,
  add column key_id text,
  add column signature text;
alter table tick_anchor add constraint tick_anchor_format check (
  num_nonnulls(record_seq, record_hash, audit_seq, audit_hash, key_id, signature) in (0, 6)
);
