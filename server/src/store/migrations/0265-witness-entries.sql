-- Whom the exchange asks to witness its roots stands in the public record, so that a device can keep it: kind `witness`.
alter table public_record drop constraint public_record_kind_check;
alter table public_record add constraint public_record_kind_check
  check (kind in ('seed_committed', 'seed_revealed', 'beacon', 'incident', 'halt', 'pause', 'terms', 'key', 'witness'));
