/**
 * Publishes an entry of the public record. Call it after the transaction's other locks, before the outbox: from then on the
 * record is held until the transaction ends.
 */
import { canonicalText, type PublicValue, type RecordEntry, type RecordKind } from '@tessera/shared/fairness';
import { invariant } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';

export interface NewRecord {
  readonly kind: RecordKind;
  /** The server's clock. */
  readonly atMs: number;
  readonly body: { readonly [key: string]: PublicValue };
}

/** Anyone who looks whether something is published already, before he publishes it, holds the record from there on. */
export async function lockRecord(tx: Tx): Promise<void> {
  enterLock(tx, 'record');
  await sql`select pg_advisory_xact_lock(7353555)`.execute(tx);
}

export async function publishRecord(tx: Tx, { kind, atMs, body }: NewRecord): Promise<RecordEntry> {
  enterLock(tx, 'record');
  const { rows } = await sql<RecordEntry>`
    select seq, at_ms, kind, body, hash from append_public_record(${kind}, ${atMs}::bigint, ${canonicalText(body)})`.execute(tx);
  const [made] = rows;
  invariant(made !== undefined, 'the record answers with its new entry');
  return made;
}
