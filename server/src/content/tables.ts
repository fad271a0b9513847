/** Tables of this module (migration 0011). */
import type { Generated } from 'kysely';
import type { MessageKind } from './messageKinds';

export interface ContentTables {
  userMessage: UserMessageTable;
}

export interface UserMessageTable {
  id: Generated<number>;
  userId: number;
  kind: MessageKind;
  params: Generated<Record<string, string>>;
  atMs: number;
  readAtMs: number | null;
}
