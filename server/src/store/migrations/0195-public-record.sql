-- Whatever the exchange publishes besides ticks, chained: shared/src/domain/fairness/publicRecord.ts gives the byte form. The
-- function is the only door; it takes the record's lock, so entries have one order, and whoever asks holds it until he commits.
create table public_record (
  seq bigint primary key,
  at_ms bigint not null,
  kind text not null check (kind in ('seed_committed', 'seed_revealed', 'beacon', 'incident', 'halt', 'pause', 'terms', 'key')),
  -- Canonical JSON, ASCII.
  body text not null check (body ~ '^[ -~]*$'),
  previous_hash text not null,
  hash text not null
);
create index public_record_by_kind on public_record (kind, seq);
revoke insert, update, delete, truncate on public_record from tessera_app;
create trigger public_record_append_only before update or delete on public_record for each row execute function refuse_change();

create function append_public_record(p_kind text, p_at_ms bigint, p_body text) returns public_record
language plpgsql security definer set search_path = public as $$
declare
  last public_record;
  made public_record;
begin
  perform pg_advisory_xact_lock(7353555);
  select * into last from public_record order by seq desc limit 1;
  made.seq := coalesce(last.seq, 0) + 1;
  -- A clock that steps back does not turn the order round.
  made.at_ms := greatest(p_at_ms, coalesce(last.at_ms, 0));
  made.kind := p_kind;
  made.body := p_body;
  made.previous_hash := coalesce(last.hash, repeat('0', 64));
  made.hash := encode(sha256(
    '\x01'::bytea || decode(made.previous_hash, 'hex') || int8send(made.seq) || int8send(made.at_ms)
    || substring(int4send(length(p_kind)) from 4) || convert_to(p_kind, 'UTF8') || int4send(length(p_body)) || convert_to(p_body, 'UTF8')
  ), 'hex');
  insert into public_record values (made.*);
  return made;
end $$;
revoke execute on function append_public_record from public;
grant execute on function append_public_record to tessera_app;
