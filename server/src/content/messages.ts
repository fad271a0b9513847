/** Messages to a person about his account. The row keeps kind and figures; the words are made when they are read. */
import { sql } from 'kysely';
import { AppError } from '@tessera/shared/errors';
import { sayMessage } from './sayMessage';
import { writeMessages, type NewMessage } from './writeMessages';
import { appendOutboxEntries } from '../realtime/outbox';
import { offsetOf } from '../store/paging';
import { parseRowId } from '../store/rowId';
import type { EndpointRequest, EndpointResponse, Language } from '@tessera/shared/contract';
import type { Db, Tx } from '../store/database';
import type { Texts } from './texts';

export type { NewMessage };

export interface Messages {
  /** Within the transaction of what they tell, with a hint to the sockets of each person. */
  send(tx: Tx, message: NewMessage | readonly NewMessage[]): Promise<void>;
  /** Newest first. Listing marks nothing as read. */
  list(userId: number, request: EndpointRequest<'userMessages'>, language: Language): Promise<EndpointResponse<'userMessages'>>;
  /** One of the person's messages, or all. An id of somebody else's changes nothing. */
  markRead(userId: number, messageId: number | undefined, nowMs: number): Promise<void>;
}

const markedAtOnce = 500;

export function createMessages({ db, texts }: { db: Db; texts: Texts }): Messages {
  return {
    async send(tx, message) {
      const given = 'kind' in message ? [message] : message;
      const notices = await writeMessages(tx, texts, given);
      await appendOutboxEntries(tx, notices);
    },

    async list(userId, request, language) {
      const { page, pageSize, offset } = offsetOf(request);
      const { category, cursor } = request;
      const id = request.id === undefined ? undefined : parseRowId(request.id);
      if (request.id !== undefined && id === undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'id' } });
      let mine = db.selectFrom('userMessage').selectAll().where('userId', '=', userId);
      if (category !== undefined) mine = mine.where('category', '=', category);
      if (id !== undefined) mine = mine.where('id', '=', id);
      if (cursor !== undefined) mine = mine.where('id', '<', Number(cursor));
      // One more than is shown: whether there is a next page.
      const rows = await mine
        .orderBy('id', 'desc')
        .limit(pageSize + 1)
        .offset(offset)
        .execute();
      const items = rows.slice(0, pageSize).map((row) => ({
        id: String(row.id),
        category: row.category,
        title: sayMessage(texts, language, row, 'title'),
        body: sayMessage(texts, language, row, 'body'),
        ...(row.params['symbol'] === undefined ? {} : { symbol: row.params['symbol'] }),
        ...(row.params['projectId'] === undefined ? {} : { projectId: row.params['projectId'] }),
        atMs: row.atMs,
        isRead: row.readAtMs !== null,
      }));
      const next = rows.length > pageSize ? (items.at(-1)?.id ?? null) : null;
      return { items, page, pageSize, next, ...(await counts(db, userId, category)) };
    },

    async markRead(userId, messageId, nowMs) {
      // In steps, so that no statement becomes long; by id, so that two of these never wait for each other in a circle.
      for (let marked = markedAtOnce; marked === markedAtOnce;) {
        const { numAffectedRows = 0n } = await sql`
          with mine as (
            select id from user_message where user_id = ${userId} and read_at_ms is null
              ${messageId === undefined ? sql`` : sql`and id = ${messageId}`} order by id limit ${markedAtOnce} for update
          )
          update user_message m set read_at_ms = ${nowMs} from mine where m.id = mine.id`.execute(db);
        marked = Number(numAffectedRows);
      }
    },
  };
}

async function counts(
  db: Db,
  userId: number,
  category: EndpointRequest<'userMessages'>['category'],
): Promise<
  Pick<EndpointResponse<'userMessages'>, 'total' | 'unread'> & Required<Pick<EndpointResponse<'userMessages'>, 'unreadOf'>>
> {
  const rows = await db.selectFrom('messageCount').select(['category', 'total', 'unread']).where('userId', '=', userId).execute();
  const unreadOf = { money: 0, security: 0, trading: 0, news: 0 };
  let [total, unread] = [0, 0];
  for (const row of rows) {
    unreadOf[row.category] = row.unread;
    unread += row.unread;
    if (category === undefined || row.category === category) total += row.total;
  }
  return { total, unread, unreadOf };
}
