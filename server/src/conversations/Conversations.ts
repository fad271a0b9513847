/**
 * The conversation of each person with customer service, as the person holds it. One row beside the entries keeps what is asked most: what waits,
 * what either side has seen and how much it has not. Who writes holds the person's row, so entries stand in the order of their numbers.
 */
import { serviceLimits, type EndpointRequest } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { holdSession } from '../identity/holdPerson';
import { rowId } from '../store/rowId';
import { cleanText } from './cleanText';
import { noteWritten } from './noteWritten';
import { appendOutboxEntries } from '../realtime/outbox';
import { findEntry, readEntries, shownEntry, type EntryRow } from './entries';
import { markSeen } from './markSeen';
import { requireEither } from './requireEither';
import { serviceHints } from './serviceHints';
import type { Handlers, SignedIn } from '../http/handler';
import type { Db, Tx } from '../store/database';
import type { Uploads, Viewer } from '../uploads/Uploads';

export interface ConversationsDeps {
  readonly db: Db;
  readonly uploads: Pick<Uploads, 'addressOf' | 'claim'>;
  readonly wakeOutbox: () => void;
}

export interface Conversations {
  readonly handlers: Handlers;
}

const usualPage = 30;
const dayMs = 86_400_000;

/** Not what one person may write in a day: throws TOO_MANY_REQUESTS with the seconds until he may again. */
async function requireRoom(tx: Tx, userId: number, nowMs: number): Promise<void> {
  const oldest = await tx
    .selectFrom('conversationEntry')
    .select('atMs')
    .where('userId', '=', userId)
    .where('operatorId', 'is', null)
    .orderBy('id', 'desc')
    .offset(serviceLimits.day - 1)
    .limit(1)
    .executeTakeFirst();
  const waitMs = oldest === undefined ? 0 : oldest.atMs + dayMs - nowMs;
  if (waitMs > 0) throw new AppError('TOO_MANY_REQUESTS', { params: { seconds: String(Math.ceil(waitMs / 1000)) } });
}

const viewerOf = ({ userId, sessionId }: SignedIn): Viewer => ({ viewer: `user:${userId}`, session: sessionId });

export function createConversations({ db, uploads, wakeOutbox }: ConversationsDeps): Conversations {
  async function write(
    tx: Tx,
    user: SignedIn,
    { clientId, text, uploadId }: Pick<EndpointRequest<'serviceSend'>, 'clientId' | 'text' | 'uploadId'>,
    nowMs: number,
  ): Promise<EntryRow> {
    const { id: userId } = await holdSession(tx, user, nowMs);
    const named = { userId, clientId, operatorId: null };
    const earlier = await findEntry(tx, named);
    if (earlier !== undefined) {
      if (earlier.text !== (text ?? null) || earlier.uploadId !== (uploadId ?? null)) throw new AppError('REQUEST_ILLEGAL');
      return earlier;
    }
    await requireRoom(tx, userId, nowMs);
    // The upload is bound to its entry before that is there, by what the person calls it: the entry is never without its picture.
    if (uploadId !== undefined)
      await uploads.claim(tx, { userId, ids: [uploadId], purpose: 'chat', usedBy: `conversation:${clientId}`, nowMs });
    const { id } = await tx
      .insertInto('conversationEntry')
      .values({ userId, clientId, text: text ?? null, uploadId: uploadId ?? null, atMs: nowMs })
      .returning('id')
      .executeTakeFirstOrThrow();
    await noteWritten(tx, userId, id);
    const written = await findEntry(tx, named);
    if (written === undefined) throw new TypeError(`entry ${id} was written a moment ago`);
    return written;
  }

  const handlers: Handlers = {
    async serviceConversation({ user, request: { before, pageSize: limit = usualPage } }) {
      const userId = rowId(user.userId);
      const row = await db.selectFrom('conversation').selectAll().where('userId', '=', userId).executeTakeFirst();
      const entries = await readEntries(db, userId, { before, limit });
      const shown = entries.slice(0, limit);
      return {
        items: await Promise.all(shown.map((entry) => shownEntry(uploads, entry, viewerOf(user)))),
        next: entries.length > limit ? String(shown.at(-1)?.id) : null,
        unread: row?.unreadByPerson ?? 0,
        seenByService: row === undefined || row.seenByService === 0 ? null : String(row.seenByService),
      };
    },

    async serviceSend({ user, request: { clientId, text, uploadId }, nowMs }) {
      requireEither(text, uploadId);
      const asked = { clientId, text: text === undefined ? undefined : cleanText(text), uploadId };
      const entry = await db.transaction().execute((tx) => write(tx, user, asked, nowMs));
      return { entry: await shownEntry(uploads, entry, viewerOf(user)) };
    },

    async serviceRead({ user, request: { upTo }, nowMs }) {
      const userId = rowId(user.userId);
      const { before, unread } = await db.transaction().execute(async (tx) => {
        const marked = await markSeen(tx, { userId, upTo, by: 'person' });
        // The mark goes on his other devices too.
        if (marked.unread !== marked.before) await appendOutboxEntries(tx, serviceHints(userId, nowMs));
        return marked;
      });
      if (unread !== before) wakeOutbox();
      return { unread };
    },
  };
  return { handlers };
}
