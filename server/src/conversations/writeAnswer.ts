/** An operator's entry, written by the function that believes his session (migration 0371), and all that follows from it. */
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { writeMessages } from '../content/writeMessages';
import { holdPerson } from '../identity/holdPerson';
import { refuseOwnAccount } from '../operators/refuseOwnAccount';
import { appendAudit } from '../ops/audit';
import { appendOutboxEntries } from '../realtime/outbox';
import { findEntry, type EntryRow } from './entries';
import { serviceHints } from './serviceHints';
import type { Texts } from '../content/texts';
import type { ActingOperator } from '../operators/ActingOperator';
import type { Tx } from '../store/database';
import type { Uploads } from '../uploads/Uploads';

interface Written {
  readonly userId: number;
  readonly operatorId: number;
  readonly clientId: string;
  /** Cleaned; null of a picture. */
  readonly text: string | null;
  /** Kept for this person and bound to nothing yet; null of a text. */
  readonly uploadId: string | null;
}

/** The same name again is the same entry. Throws AUTH_USER_NOT_FOUND, REVIEW_OWN, REQUEST_ILLEGAL for another text by that name. */
export async function writeAnswer(
  tx: Tx,
  { texts, uploads }: { readonly texts: Texts; readonly uploads: Pick<Uploads, 'claim'> },
  { text, uploadId, ...named }: Written,
  operator: ActingOperator,
  nowMs: number,
): Promise<EntryRow> {
  const { userId, clientId } = named;
  await holdPerson(tx, userId);
  await refuseOwnAccount(tx, operator, userId);
  const earlier = await findEntry(tx, named);
  if (earlier !== undefined) {
    if (earlier.text !== text) throw new AppError('REQUEST_ILLEGAL');
    return earlier;
  }
  // The upload is bound before its entry is there, as the person's own is.
  if (uploadId !== null)
    await uploads.claim(tx, { userId, ids: [uploadId], purpose: 'answer', usedBy: `conversation:${clientId}`, nowMs });
  await sql`
    select answer_conversation(${operator.sessionHash}, ${userId}::bigint, ${clientId}::uuid, ${text}, ${uploadId}, ${nowMs}::bigint)`.execute(
    tx,
  );
  const written = await findEntry(tx, named);
  if (written === undefined) throw new TypeError(`answer ${clientId} was written a moment ago`);
  const details = { entry: written.id };
  await appendAudit(tx, { actor: operator.name, action: 'conversation.answer', subject: `user ${userId}`, details, nowMs });
  await noteAnswered(tx, texts, { userId, entry: written.id, nowMs });
  return written;
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
  await appendOutboxEntries(tx, [...notices, ...serviceHints(userId, nowMs)]);
}
