/** Messages to a person about his account. The row keeps kind and figures; the words are made when they are read. */
import { messageKinds } from './messageKinds';
import { appendOutbox } from '../realtime/outbox';
import { offsetOf } from '../store/paging';
import type { EndpointRequest, EndpointResponse, Language } from '@tessera/shared/contract';
import type { Db, Tx } from '../store/database';
import type { MessageKind } from './messageKinds';
import type { Texts } from './texts';

export interface NewMessage {
  readonly userId: number;
  readonly kind: MessageKind;
  readonly params?: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

export interface Messages {
  /** Within the transaction of what it tells, with a hint to the person's sockets. */
  send(tx: Tx, message: NewMessage): Promise<void>;
  /** Newest first. Listing marks nothing as read. */
  list(userId: number, request: EndpointRequest<'userMessages'>, language: Language): Promise<EndpointResponse<'userMessages'>>;
  /** One of the person's messages, or all. An id of somebody else's changes nothing. */
  markRead(userId: number, messageId: number | undefined, nowMs: number): Promise<void>;
}

export function createMessages({ db, texts }: { db: Db; texts: Texts }): Messages {
  return {
    async send(tx, { userId, kind, params = {}, nowMs }) {
      const { id } = await tx
        .insertInto('userMessage')
        .values({ userId, kind, params: JSON.stringify(params), atMs: nowMs })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { language, lastMode } = await tx
        .selectFrom('appUser')
        .select(['language', 'lastMode'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const title = texts.say(language, `messages.${kind}.title`, params);
      await appendOutbox(tx, userId, lastMode, { type: 'notice', messageId: String(id), title }, nowMs);
    },

    async list(userId, request, language) {
      const { page, pageSize, offset } = offsetOf(request);
      const mine = db.selectFrom('userMessage').where('userId', '=', userId);
      const { total } = await mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await mine.selectAll().orderBy('id', 'desc').limit(pageSize).offset(offset).execute();
      const { unread } = await mine
        .where('readAtMs', 'is', null)
        .select((eb) => eb.fn.countAll<number>().as('unread'))
        .executeTakeFirstOrThrow();
      const items = rows.map((row) => ({
        id: String(row.id),
        category: messageKinds[row.kind],
        title: texts.say(language, `messages.${row.kind}.title`, row.params),
        body: texts.say(language, `messages.${row.kind}.body`, row.params),
        atMs: row.atMs,
        isRead: row.readAtMs !== null,
      }));
      return { items, page, pageSize, total, unread };
    },

    async markRead(userId, messageId, nowMs) {
      let marking = db
        .updateTable('userMessage')
        .set({ readAtMs: nowMs })
        .where('userId', '=', userId)
        .where('readAtMs', 'is', null);
      if (messageId !== undefined) marking = marking.where('id', '=', messageId);
      await marking.execute();
    },
  };
}
