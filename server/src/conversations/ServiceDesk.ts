/** Conversations with people, as operators hold them. An answer is written by the function that believes the operator's session (migration 0370). */
import { accountMode } from '@tessera/shared/contract';
import type { ConversationEntry } from '@tessera/shared/operations';
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { writeMessages } from '../content/writeMessages';
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
import type { Texts } from '../content/texts';
import type { ActingOperator } from '../operators/ActingOperator';
import type { Db, Tx } from '../store/database';
import type { Uploads } from '../uploads/Uploads';

export interface Answer {
  readonly userId: number;
  readonly clientId: string;
  readonly text: string;
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
  /** Throws AUTH_USER_NOT_FOUND, REVIEW_OWN, REQUEST_ILLEGAL for another text by the same name. */
  answer(answer: Answer, operator: ActingOperator, nowMs: number): Promise<ConversationEntry>;
  /** Answers how many are left unseen. */
  read(userId: number, upTo: string): Promise<number>;
  /** False: the person has written since `seen`. */
  close(asked: { readonly userId: number; readonly seen: string }, operator: ActingOperator, nowMs: number): Promise<boolean>;
}

export interface ServiceDeskDeps {
  readonly db: Db;
  readonly uploads: Pick<Uploads, 'addressOf'>;
  readonly texts: Texts;
  readonly wakeOutbox: () => void;
}

export function createServiceDesk({ db, uploads, texts, wakeOutbox }: ServiceDeskDeps): ServiceDesk {
  async function shown(row: EntryRow, operator: ActingOperator): Promise<ConversationEntry> {
    const viewer = { viewer: `operator:${operator.name}`, session: String(operator.sessionId) } as const;
    return { ...(await shownEntry(uploads, row, viewer)), operator: row.operator };
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

    async answer({ userId, clientId, text }, operator, nowMs) {
      const words = cleanText(text);
      const entry = await db
        .transaction()
        .execute(async (tx) => {
          await holdPerson(tx, userId);
          await refuseOwnAccount(tx, operator, userId);
          const { rows } = await sql<{ id: number | null }>`
            select answer_conversation(${operator.sessionHash}, ${userId}::bigint, ${clientId}::uuid, ${words}, ${nowMs}::bigint) as id`.execute(
            tx,
          );
          const made = rows[0]?.id ?? undefined;
          const written = await findEntry(tx, { userId, clientId, operatorId: operator.id });
          if (written?.text !== words) throw new AppError('REQUEST_ILLEGAL');
          if (made === undefined) return written;
          const details = { entry: made };
          const audited = { actor: operator.name, action: 'conversation.answer', subject: `user ${userId}`, details, nowMs };
          await appendAudit(tx, audited);
          await noteAnswered(tx, texts, { userId, entry: made, nowMs });
          return written;
        })
        .catch((error: unknown) => {
          throw toOperatorError(error);
        });
      wakeOutbox();
      return shown(entry, operator);
    },

    read: (userId, upTo) => markSeen(db, { userId, upTo, by: 'service' }),

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

/** What waited is answered; the person hears it at once, and by a message when nothing else unread tells him of it already. */
async function noteAnswered(
  tx: Tx,
  texts: Texts,
  { userId, entry, nowMs }: { readonly userId: number; readonly entry: number; readonly nowMs: number },
): Promise<void> {
  const before = await tx.selectFrom('conversation').select('unreadByPerson').where('userId', '=', userId).executeTakeFirst();
  const answered = { lastEntry: entry, waitingEntry: null, seenByService: entry, unreadByService: 0 };
  await tx
    .insertInto('conversation')
    .values({ userId, ...answered, unreadByPerson: 1 })
    .onConflict((known) =>
      known.column('userId').doUpdateSet({ ...answered, unreadByPerson: sql`conversation.unread_by_person + 1` }),
    )
    .execute();
  const isFirst = (before?.unreadByPerson ?? 0) === 0;
  const notices = await writeMessages(tx, texts, isFirst ? [{ userId, kind: 'service_answered', nowMs }] : []);
  // It belongs to no account: whoever trades on either hears it.
  const event = { type: 'service' } as const;
  const hints = accountMode.options.map((mode) => ({ userId, mode, event, atMs: nowMs }));
  await appendOutboxEntries(tx, [...notices, ...hints]);
}
