import type { ConversationShown } from '@tessera/shared/operations';
import { sql } from 'kysely';
import { mainAccount } from '../identity/users';
import type { Db } from '../store/database';

export interface AskedConversations {
  readonly state: 'waiting' | 'any';
  /** The entry at which the page before ended. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** What waits, longest first; or any, newest first. */
export async function listConversations(
  db: Db,
  { state, cursor, limit }: AskedConversations,
): Promise<{ readonly items: ConversationShown[]; readonly next: string | null }> {
  const isWaiting = state === 'waiting';
  const place = isWaiting ? ('conversation.waitingEntry' as const) : ('conversation.lastEntry' as const);
  let query = db
    .selectFrom('conversation')
    .innerJoin('appUser', 'appUser.id', 'conversation.userId')
    .innerJoin('conversationEntry as last', 'last.id', 'conversation.lastEntry')
    .leftJoin('conversationEntry as waiting', 'waiting.id', 'conversation.waitingEntry')
    .select(['conversation.userId', 'conversation.unreadByService', 'last.operatorId', 'last.text', 'last.atMs'])
    .select(['appUser.email', 'appUser.phone', 'appUser.wallet', 'waiting.atMs as waitingSinceMs'])
    .select(sql<number>`${sql.ref(place)}`.as('place'))
    .orderBy(place, isWaiting ? 'asc' : 'desc')
    .limit(limit);
  if (isWaiting) query = query.where('conversation.waitingEntry', 'is not', null);
  if (cursor !== undefined) query = query.where(place, isWaiting ? '>' : '<', Number(cursor));
  const rows = await query.execute();
  return {
    items: rows.map((row) => ({
      userId: String(row.userId),
      account: mainAccount(row),
      waitingSinceMs: row.waitingSinceMs,
      unread: row.unreadByService,
      last: { from: row.operatorId === null ? 'person' : 'service', text: row.text, atMs: row.atMs },
    })),
    next: rows.length < limit ? null : String(rows.at(-1)?.place),
  };
}
