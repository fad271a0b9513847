/** Between real and demo. The mode is part of the session, so a switch is a new session and the old one ends: no order can change sides on its way. */
import { rowId } from '../store/rowId';
import type { Handler } from '../http/handler';
import type { IdentityParts } from './IdentityParts';

export function switchAccount({ db, sessions, openDemoAccount, messages }: IdentityParts): Handler<'switchAccount'> {
  return async ({ request, user, nowMs }) => {
    const userId = rowId(user.userId);
    return db.transaction().execute(async (tx) => {
      await tx.updateTable('appUser').set({ lastMode: request.mode }).where('id', '=', userId).execute();
      if (request.mode === 'demo') {
        const opened = await tx
          .updateTable('appUser')
          .set({ isDemoOpen: true })
          .where('id', '=', userId)
          .where('isDemoOpen', '=', false)
          .executeTakeFirst();
        if (opened.numUpdatedRows === 1n) {
          await openDemoAccount(tx, userId, nowMs);
          await messages.send(tx, { userId, kind: 'demo_opened', nowMs });
        }
      }
      await sessions.end(tx, user.sessionId, 'switched');
      return sessions.open(tx, userId, request.mode);
    });
  };
}
