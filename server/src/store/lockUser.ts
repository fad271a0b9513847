import { sql } from 'kysely';
import type { Tx } from './database';

/**
 * Lets one transaction per user and subject pass at a time, until it ends. For rules that look at several rows before
 * they act ("is the total below 1,000?"); the ledger needs no such lock.
 */
export async function lockUser(tx: Tx, userId: number, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${subject}:${userId}`}, 0))`.execute(tx);
}
