/** One side has seen everything up to an entry. */
import { sql } from 'kysely';
import type { Db } from '../store/database';

/** Answers how many entries of the other side are left unseen. */
export function markSeen(
  db: Db,
  { userId, upTo, by }: { readonly userId: number; readonly upTo: string; readonly by: 'person' | 'service' },
): Promise<number> {
  const names = {
    person: { seen: 'seen_by_person', unread: 'unread_by_person', isOthers: sql`entry.operator_id is not null` },
    service: { seen: 'seen_by_service', unread: 'unread_by_service', isOthers: sql`entry.operator_id is null` },
  }[by];
  const [seen, unread] = [sql.ref(names.seen), sql.ref(names.unread)];
  return db.transaction().execute(async (tx) => {
    // A statement of its own: the one that counts then sees what was written by whoever held the row.
    await sql`select from conversation where user_id = ${userId} for update`.execute(tx);
    // Nobody has seen what is not written yet.
    const { rows } = await sql<{ unread: number }>`
      update conversation c set ${seen} = greatest(c.${seen}, least(${upTo}::bigint, c.last_entry)), ${unread} = (
        select count(*) from conversation_entry entry
        where entry.user_id = c.user_id and ${names.isOthers} and entry.id > greatest(c.${seen}, ${upTo}::bigint)
      ) where c.user_id = ${userId} returning c.${unread} as unread`.execute(tx);
    return rows[0]?.unread ?? 0;
  });
}
