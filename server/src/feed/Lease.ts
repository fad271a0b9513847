/**
 * Who may do what only one node may do. A lease is a row with a holder, a time limit and an epoch that grows with every
 * change of holder. The limit says when another may try; the epoch is the guard: what the holder writes carries it, and
 * the database refuses what carries an old one, however late it arrives.
 */
import { sql } from 'kysely';
import type { Db } from '../store/database';

export interface Lease {
  /** The new epoch, or undefined while somebody else holds the lease. */
  acquire(nowMs: number): Promise<number | undefined>;
  /** False when the lease was lost. */
  renew(epoch: number, nowMs: number): Promise<boolean>;
  /** Lets the next one in at once. */
  release(epoch: number): Promise<void>;
}

/** `furthestMs`: a limit that is further ahead of our clock was set by one that was wrong, and counts as over. Without it no limit does. */
export function createLease(db: Db, name: string, holder: string, lifeMs: number, furthestMs?: number): Lease {
  return {
    async acquire(nowMs) {
      const { rows } = await sql<{ epoch: number }>`
        insert into lease (name, holder, epoch, until_ms) values (${name}, ${holder}, 1, ${nowMs + lifeMs}::bigint)
        on conflict (name) do update set holder = excluded.holder, epoch = lease.epoch + 1, until_ms = excluded.until_ms
          where lease.until_ms <= ${nowMs}::bigint or lease.until_ms > ${furthestMs === undefined ? null : nowMs + furthestMs}::bigint
        returning epoch`.execute(db);
      return rows[0]?.epoch;
    },
    async renew(epoch, nowMs) {
      const result = await db
        .updateTable('lease')
        .set({ untilMs: nowMs + lifeMs })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .where('epoch', '=', epoch)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },
    async release(epoch) {
      await db.updateTable('lease').set({ untilMs: 0 }).where('name', '=', name).where('epoch', '=', epoch).execute();
    },
  };
}
