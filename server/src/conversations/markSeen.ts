/** One side has seen everything up to an entry. */
import { sql } from 'kysely';
import type { Tx } from '../store/database';

const columns = {
  person: { seen: 'seen_by_person', unread: 'unread_by_person', isOthers: sql`entry.operator_id is not null` },
  service: { seen: 'seen_by_service', unread: 'unread_by_service', isOthers: sql`entry.operator_id is null` },
} as const;

/** Answers how many entries of the other side it had not seen before, and has not seen now. */
export async function markSeen(
  tx: Tx,
  { userId, upTo, by }: { readonly userId: number; readonly upTo: string; readonly by: keyof typeof columns },
): Promise<{ readonly before: number; readonly unread: number }> {
  const { isOthers, ...names } = columns[by];
  const [seen, unread] = [sql.ref(names.seen), sql.ref(names.unread)];
  // A statement of its own: the one that counts then sees what was written by whoever held the row.
  const { rows: held } = await sql<{ unread: number }>`
    select ${unread} as unread from conversation where user_id = ${userId} for no key update`.execute(tx);
  // Nobody has seen what is not written yet.
  const { rows: marked } = await sql<{ unread: number }>`
    update conversation c set ${seen} = greatest(c.${seen}, least(${upTo}::bigint, c.last_entry)), ${unread} = (
      select count(*) from conversation_entry entry
      where entry.user_id = c.user_id and ${isOthers} and entry.id > greatest(c.${seen}, ${upTo}::bigint)
    ) where c.user_id = ${userId} returning c.${unread} as unread`.execute(tx);
  return { before: held[0]?.unread ?? 0, unread: marked[0]?.unread ?? 0 };
}
