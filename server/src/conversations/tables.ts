/** Tables of this module (migration 0370). */
import type { ColumnType, Generated } from 'kysely';

export interface ConversationTables {
  conversation: ConversationTable;
  conversationEntry: ConversationEntryTable;
}

export interface ConversationTable {
  userId: number;
  lastEntry: number;
  waitingEntry: number | null;
  seenByPerson: Generated<number>;
  seenByService: Generated<number>;
  unreadByPerson: Generated<number>;
  unreadByService: Generated<number>;
}

export interface ConversationEntryTable {
  id: Generated<number>;
  userId: number;
  /** Nobody but answer_conversation() writes it. */
  operatorId: ColumnType<number | null, never, never>;
  clientId: string;
  text: string | null;
  uploadId: string | null;
  atMs: number;
}
