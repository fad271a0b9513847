import { rowId } from '../store/rowId';
import { usualLimit } from './nextOf';
import type { ServiceDesk } from '../conversations/ServiceDesk';
import type { OperationHandlers } from './OperationHandler';

export function conversationCalls(desk: ServiceDesk) {
  return {
    conversationsList: ({ request: { state = 'waiting', cursor, limit = usualLimit } }) => desk.list({ state, cursor, limit }),
    async conversationsGet({ request: { userId, cursor, limit = usualLimit }, operator }) {
      return { userId, ...(await desk.get(rowId(userId), { before: cursor, limit }, operator)) };
    },
    async conversationsAnswer({ request: { userId, clientId, text, picture }, operator, nowMs }) {
      const bytes = picture === undefined ? undefined : Buffer.from(picture, 'base64');
      return { entry: await desk.answer({ userId: rowId(userId), clientId, text, picture: bytes }, operator, nowMs) };
    },
    async conversationsRead({ request: { userId, upTo }, nowMs }) {
      return { unread: await desk.read(rowId(userId), upTo, nowMs) };
    },
    async conversationsClose({ request: { userId, seen }, operator, nowMs }) {
      return { isClosed: await desk.close({ userId: rowId(userId), seen }, operator, nowMs) };
    },
  } satisfies Partial<OperationHandlers>;
}
