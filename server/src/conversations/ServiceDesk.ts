/** Conversations with people, as operators hold them. */
import type { ConversationEntry } from '@tessera/shared/operations';
import { AppError } from '@tessera/shared/errors';
import { holdPerson } from '../identity/holdPerson';
import { mainAccount } from '../identity/users';
import { toOperatorError } from '../operators/operatorError';
import { refuseOwnAccount } from '../operators/refuseOwnAccount';
import { appendAudit } from '../ops/audit';
import { appendOutboxEntries } from '../realtime/outbox';
import { cleanText } from './cleanText';
import { listConversations, type AskedConversations } from './listConversations';
import { findEntry, readEntries, shownEntry, type EntryRow } from './entries';
import { markSeen } from './markSeen';
import { requireEither } from './requireEither';
import { serviceHints } from './serviceHints';
import { writeAnswer } from './writeAnswer';
import type { Texts } from '../content/texts';
import type { ActingOperator } from '../operators/ActingOperator';
import type { Db } from '../store/database';
import type { Uploads } from '../uploads/Uploads';

export interface Answer {
  readonly userId: number;
  readonly clientId: string;
  readonly text: string | undefined;
  /** Its bytes, as they were sent. */
  readonly picture: Buffer | undefined;
}

export interface ServiceDesk {
  /** Waiting: longest first; any: newest first. `cursor`: the entry at which the page before ended. */
  list(asked: AskedConversations): ReturnType<typeof listConversations>;
  /** Throws AUTH_USER_NOT_FOUND. */
  get(
    userId: number,
    page: { readonly before: string | undefined; readonly limit: number },
    operator: ActingOperator,
  ): Promise<{
    readonly account: string;
    readonly waitingSinceMs: number | null;
    readonly items: ConversationEntry[];
    readonly next: string | null;
    readonly seenByPerson: string | null;
  }>;
  /** Throws AUTH_USER_NOT_FOUND, REVIEW_OWN, REQUEST_ILLEGAL for another text by the same name; for a picture also what an upload is refused for. */
  answer(answer: Answer, operator: ActingOperator, nowMs: number): Promise<ConversationEntry>;
  /** Answers how many are left unseen. The person hears that he was read. */
  read(userId: number, upTo: string, nowMs: number): Promise<number>;
  /** False: the person has written since `seen`. */
  close(asked: { readonly userId: number; readonly seen: string }, operator: ActingOperator, nowMs: number): Promise<boolean>;
}

export interface ServiceDeskDeps {
  readonly db: Db;
  readonly uploads: Pick<Uploads, 'addressOf' | 'claim' | 'keepAnswer'>;
  readonly texts: Texts;
  readonly wakeOutbox: () => void;
}

export function createServiceDesk({ db, uploads, texts, wakeOutbox }: ServiceDeskDeps): ServiceDesk {
  async function shown(row: EntryRow, operator: ActingOperator): Promise<ConversationEntry> {
    const viewer = { viewer: `operator:${operator.name}`, session: String(operator.sessionId) } as const;
    return { ...(await shownEntry(uploads, row, viewer)), operator: row.operator };
  }

  /** What was sent by that name before is neither decoded nor kept again. */
  async function keptPicture(
    named: { readonly userId: number; readonly clientId: string; readonly operatorId: number },
    bytes: Buffer,
    { name }: ActingOperator,
  ): Promise<string> {
    const { userId, clientId } = named;
    const earlier = await findEntry(db, named);
    return earlier?.uploadId ?? uploads.keepAnswer({ userId, operator: name, field: clientId, bytes });
  }

  return {
    list: (asked) => listConversations(db, asked),

    async get(userId, { before, limit }, operator) {
      const head = await db
        .selectFrom('appUser')
        .leftJoin('conversation', 'conversation.userId', 'appUser.id')
        .leftJoin('conversationEntry as waiting', 'waiting.id', 'conversation.waitingEntry')
        .select([
          'appUser.email',
          'appUser.phone',
          'appUser.wallet',
          'waiting.atMs as waitingSinceMs',
          'conversation.seenByPerson',
        ])
        .where('appUser.id', '=', userId)
        .executeTakeFirst();
      if (head === undefined) throw new AppError('AUTH_USER_NOT_FOUND');
      const entries = await readEntries(db, userId, { before, limit });
      const page = entries.slice(0, limit);
      return {
        account: mainAccount(head),
        waitingSinceMs: head.waitingSinceMs,
        items: await Promise.all(page.map((entry) => shown(entry, operator))),
        next: entries.length > limit ? String(page.at(-1)?.id) : null,
        seenByPerson: (head.seenByPerson ?? 0) === 0 ? null : String(head.seenByPerson),
      };
    },

    async answer({ userId, clientId, text, picture }, operator, nowMs) {
      requireEither(text, picture);
      const named = { userId, clientId, operatorId: operator.id };
      const words = text === undefined ? null : cleanText(text);
      const uploadId = picture === undefined ? null : await keptPicture(named, picture, operator);
      const answered = { ...named, text: words, uploadId };
      const entry = await db
        .transaction()
        .execute((tx) => writeAnswer(tx, { texts, uploads }, answered, operator, nowMs))
        .catch((error: unknown) => {
          throw toOperatorError(error);
        });
      wakeOutbox();
      return shown(entry, operator);
    },

    async read(userId, upTo, nowMs) {
      const { before, unread } = await db.transaction().execute(async (tx) => {
        const marked = await markSeen(tx, { userId, upTo, by: 'service' });
        if (marked.unread !== marked.before) await appendOutboxEntries(tx, serviceHints(userId, nowMs));
        return marked;
      });
      if (unread !== before) wakeOutbox();
      return unread;
    },

    close: ({ userId, seen }, operator, nowMs) =>
      db.transaction().execute(async (tx) => {
        await holdPerson(tx, userId);
        await refuseOwnAccount(tx, operator, userId);
        const closed = await tx
          .updateTable('conversation')
          .set({ waitingEntry: null })
          .where('userId', '=', userId)
          .where('waitingEntry', 'is not', null)
          .where('lastEntry', '<=', Number(seen))
          .executeTakeFirst();
        if (closed.numUpdatedRows === 0n) {
          const left = await tx.selectFrom('conversation').select('waitingEntry').where('userId', '=', userId).executeTakeFirst();
          return (left?.waitingEntry ?? null) === null;
        }
        const audited = {
          actor: operator.name,
          action: 'conversation.close',
          subject: `user ${userId}`,
          details: { seen },
          nowMs,
        };
        await appendAudit(tx, audited);
        return true;
      }),
  };
}
