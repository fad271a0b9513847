/** Tables of this module (migrations 0011, 0341, 0360 and 0365). */
import type { ColumnType, Generated } from 'kysely';
import type { HelpGroup, Language, MessageCategory } from '@tessera/shared/contract';
import type { ContentCategory } from '@tessera/shared/operations';
import type { MessageKind } from './messageKinds';

export interface ContentTables {
  userMessage: UserMessageTable;
  article: ArticleTable;
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

/** An article that operators made; the newest version holds. */
export interface ArticleTable {
  id: string;
  version: number;
  category: ContentCategory;
  helpGroup: HelpGroup | null;
  /** An own page; of a contact also an address of another site. */
  link: string | null;
  rank: number;
  fromMs: number;
  untilMs: number | null;
  reason: string;
  savedBy: number;
  savedAtMs: number;
}

/** A text of such an article, or another one than the release's, from an instant on; the newest whose instant has come is shown. */
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
