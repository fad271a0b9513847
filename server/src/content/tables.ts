/** Tables of this module (migrations 0011, 0341 and 0360). */
import type { ColumnType, Generated } from 'kysely';
import type { Language, MessageCategory } from '@tessera/shared/contract';
import type { MessageKind } from './messageKinds';

export interface ContentTables {
  userMessage: UserMessageTable;
  /** Kept by the database with each change of a message. */
  messageCount: { userId: number; category: MessageCategory; total: number; unread: number };
  articleText: ArticleTextTable;
}

export interface UserMessageTable {
  id: Generated<number>;
  userId: number;
  kind: MessageKind;
  category: MessageCategory;
  /** Written as JSON text. */
  params: ColumnType<Record<string, string>, string, never>;
  atMs: number;
  readAtMs: number | null;
}

/** Another text than the release's, from an instant on; the newest whose instant has come is shown. */
export interface ArticleTextTable {
  article: string;
  language: Language;
  version: number;
  title: string;
  summary: string;
  body: string;
  validFromMs: number;
  reason: string;
  savedBy: number;
  savedAtMs: number;
}
