/** Tables of this module (migration 0011). */
import type { ColumnType, Generated } from 'kysely';
import type { MessageKind } from './messageKinds';

export interface ContentTables {
  userMessage: UserMessageTable;
}

export interface UserMessageTable {
  id: Generated<number>;
  userId: number;
  kind: MessageKind;
  /** Written as JSON text. */
  params: ColumnType<Record<string, string>, string, never>;
  atMs: number;
  readAtMs: number | null;
}
