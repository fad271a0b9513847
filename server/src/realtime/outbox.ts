/**
 * Private events leave the database through the outbox: a module appends an event in the transaction that caused it, so
 * an event exists exactly when its cause does. Each user and mode has a gapless sequence, and the order of the sequence is
 * the order of commit. OutboxRelay carries the rows to sockets; wake it after commit to have that at once.
 */
import type { AccountMode, PrivateEvent, PrivateEventBody } from '@tessera/shared/contract';
import { sql, type QueryExecutorProvider } from 'kysely';
import { enterLock } from '../store/lockOrder';

export interface OutboxEntry {
  readonly userId: string | number;
  readonly mode: AccountMode;
  readonly event: PrivateEventBody;
  readonly atMs: number;
}

/** Appends one event. `tx` is the transaction of the change that the event tells. */
export async function appendOutbox(
  tx: QueryExecutorProvider,
  userId: string | number,
  mode: AccountMode,
  event: PrivateEventBody,
  atMs: number,
): Promise<void> {
  await appendOutboxEntries(tx, [{ userId, mode, event, atMs }]);
}

/**
 * Appends the events of a batch that touches several users. Heads are locked in order of user and mode, whatever order
 * the entries come in, so that two batches never wait for each other in a circle; within a user the given order counts.
 */
export async function appendOutboxEntries(tx: QueryExecutorProvider, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return;
  enterLock(tx, 'outbox');
  await sql`
    with given as (
      select user_id, mode, at_ms, body, ord, row_number() over (partition by user_id, mode order by ord) as place
      from unnest(
        ${entries.map((entry) => String(entry.userId))}::bigint[], ${entries.map((entry) => entry.mode)}::text[],
        ${entries.map((entry) => entry.atMs)}::bigint[], ${entries.map((entry) => JSON.stringify(entry.event))}::jsonb[]
      ) with ordinality as given (user_id, mode, at_ms, body, ord)
    ),
    heads as (
      insert into outbox_head as head (user_id, mode, last_seq)
      select user_id, mode, count(*) from given group by user_id, mode order by user_id, mode
      on conflict (user_id, mode) do update set last_seq = head.last_seq + excluded.last_seq
      returning user_id, mode, last_seq
    ),
    sizes as (select user_id, mode, count(*) as size from given group by user_id, mode)
    insert into outbox (user_id, mode, seq, at_ms, body)
    select user_id, mode, heads.last_seq - sizes.size + given.place, given.at_ms, given.body
    from given join heads using (user_id, mode) join sizes using (user_id, mode)
    order by given.ord`.execute(tx);
}

export async function lastOutboxSeq(db: QueryExecutorProvider, userId: string, mode: AccountMode): Promise<number> {
  const { rows } = await sql<{ lastSeq: number }>`
    select last_seq from outbox_head where user_id = ${userId} and mode = ${mode}`.execute(db);
  return rows[0]?.lastSeq ?? 0;
}

/** How far back a client may ask before it must read its state again. */
export const maxMissedEvents = 200;

/** What a client missed. Incomplete when it missed too much, or when the oldest missed event is gone. */
export async function outboxSince(
  db: QueryExecutorProvider,
  userId: string,
  mode: AccountMode,
  afterSeq: number,
): Promise<{ events: PrivateEvent[]; lastSeq: number; isComplete: boolean }> {
  const { rows } = await sql<{ seq: number; atMs: number; body: PrivateEventBody }>`
    select seq, at_ms, body from outbox
    where user_id = ${userId} and mode = ${mode} and seq > ${afterSeq} order by seq desc limit ${maxMissedEvents + 1}`.execute(
    db,
  );
  const events = rows
    .slice(0, maxMissedEvents)
    .reverse()
    .map((row) => toPrivateEvent({ ...row, mode }));
  const lastSeq = events[events.length - 1]?.seq ?? (await lastOutboxSeq(db, userId, mode));
  return { events, lastSeq, isComplete: lastSeq <= afterSeq ? lastSeq === afterSeq : events[0]?.seq === afterSeq + 1 };
}

export const toPrivateEvent = (row: { seq: number; mode: AccountMode; atMs: number; body: PrivateEventBody }): PrivateEvent => ({
  ...row.body,
  seq: row.seq,
  mode: row.mode,
  atMs: row.atMs,
});
