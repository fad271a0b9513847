/**
 * What operators did, one row per action, each carrying the hash of the row before it. A row that was removed, changed or
 * slipped in later breaks the chain from there on, and `audit verify` names the place.
 */
import { sql } from 'kysely';
import { sha256Hex } from '../platform/random';
import type { Db, Tx } from '../store/database';
import { canonicalJson } from '../store/idempotency';
import { enterLock } from '../store/lockOrder';

export interface AuditEntry {
  readonly actor: string;
  /** "user.freeze", "incident.void", … */
  readonly action: string;
  /** What it was done to: "user 12". */
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly nowMs: number;
}

const genesis = '0'.repeat(64);
/** The chain's own: anyone who acts never waits for prices, nor they for him. */
const chainLock = 7_353_554;

/** Before rows of products are locked, where a transaction locks those too: their order is everybody's. */
export async function holdAudit(tx: Tx): Promise<void> {
  enterLock(tx, 'audit');
  await sql`select pg_advisory_xact_lock(${chainLock})`.execute(tx);
}

/** In the transaction of the action itself: neither exists without the other. */
export async function appendAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await holdAudit(tx);
  const last = await tx.selectFrom('audit').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const row = {
    id: (last?.id ?? 0) + 1,
    atMs: entry.nowMs,
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    details: canonicalJson(entry.details),
    previousHash: last?.hash ?? genesis,
  };
  await tx
    .insertInto('audit')
    .values({ ...row, hash: hashOf(row) })
    .execute();
}

const hashOf = (row: {
  id: number;
  atMs: number;
  actor: string;
  action: string;
  subject: string;
  details: string;
  previousHash: string;
}) => sha256Hex(canonicalJson([row.id, row.atMs, row.actor, row.action, row.subject, row.details, row.previousHash]));

/** The first row at which the chain does not hold; undefined when all of it does. */
export async function brokenAuditRow(db: Db): Promise<number | undefined> {
  let previousHash = genesis;
  let expectedId = 1;
  for (const row of await db.selectFrom('audit').selectAll().orderBy('id').execute()) {
    if (row.id !== expectedId || row.previousHash !== previousHash || row.hash !== hashOf(row)) return row.id;
    previousHash = row.hash;
    expectedId += 1;
  }
  return undefined;
}
