import { sql } from 'kysely';
import type { Tx } from '../store/database';

/** Its entry is there already: what waits and what is unread follows. */
export async function noteWritten(tx: Tx, userId: number, entry: number): Promise<void> {
  await tx
    .insertInto('conversation')
    .values({ userId, lastEntry: entry, waitingEntry: entry, seenByPerson: entry, unreadByService: 1 })
    .onConflict((known) =>
      known.column('userId').doUpdateSet({
        lastEntry: entry,
        waitingEntry: sql`coalesce(conversation.waiting_entry, ${entry}::bigint)`,
        unreadByService: sql`conversation.unread_by_service + 1`,
      }),
    )
    .execute();
}
