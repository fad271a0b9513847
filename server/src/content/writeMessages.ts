/** Writes messages in the transaction of what they tell: one statement, however many they are. */
import type { AccountMode, Language } from '@tessera/shared/contract';
import { sql } from 'kysely';
import { messageKinds, type MessageKind } from './messageKinds';
import { sayMessage } from './sayMessage';
import type { Texts } from './texts';
import type { OutboxEntry } from '../realtime/outbox';
import type { Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';

export interface NewMessage {
  readonly userId: number;
  readonly kind: MessageKind;
  readonly params?: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

/**
 * Answers the hints for the persons' sockets, which the transaction appends to the outbox as its last act: one a person, of his newest
 * message, because whoever hears it reads the list. A message belongs to no account: who is signed in on both, on two phones, hears it on both.
 */
export async function writeMessages(tx: Tx, texts: Texts, messages: readonly NewMessage[]): Promise<readonly OutboxEntry[]> {
  if (messages.length === 0) return [];
  enterLock(tx, 'message');
  const { rows } = await sql<{ id: number; place: number; userId: number; language: Language; modes: readonly AccountMode[] }>`
    with given as (
      select * from unnest(
        ${messages.map(({ userId }) => userId)}::bigint[], ${messages.map(({ kind }) => kind)}::text[],
        ${messages.map(({ kind }) => messageKinds[kind])}::text[], ${messages.map(({ params = {} }) => JSON.stringify(params))}::jsonb[],
        ${messages.map(({ nowMs }) => nowMs)}::bigint[]
      ) with ordinality given (user_id, kind, category, params, at_ms, place)
    ), written as (
      insert into user_message (user_id, kind, category, params, at_ms)
      select user_id, kind, category, params, at_ms from given order by place
      returning id, user_id
    ), newest as (select user_id, max(id) as id from written group by user_id)
    select n.id, (select max(g.place) from given g where g.user_id = n.user_id) - 1 as place, n.user_id, u.language,
      coalesce((select array_agg(distinct s.mode order by s.mode) from session s where s.user_id = u.id and s.revoked_at_ms is null), array[u.last_mode]) as modes
    from newest n join app_user u on u.id = n.user_id order by n.user_id`.execute(tx);
  return rows.flatMap(({ id, place, userId, language, modes }) => {
    const message = messages[place];
    if (message === undefined) return [];
    const title = sayMessage(texts, language, { kind: message.kind, params: message.params ?? {} }, 'title');
    const event = { type: 'notice', messageId: String(id), title } as const;
    return modes.map((mode) => ({ userId, mode, event, atMs: message.nowMs }));
  });
}
