/** Between real and demo. The mode is part of the session, so a switch is a new session and the old one ends: no order can change sides on its way. */
import { holdSession } from './holdPerson';
import type { Handler } from '../http/handler';
import type { IdentityParts } from './IdentityParts';

export function switchAccount({ db, sessions, openDemoAccount, messages }: IdentityParts): Handler<'switchAccount'> {
  return async ({ request, user, nowMs }) =>
    db.transaction().execute(async (tx) => {
      const { id: userId, isDemoOpen } = await holdSession(tx, user, nowMs);
      const isOpening = request.mode === 'demo' && !isDemoOpen;
      await tx
        .updateTable('appUser')
        .set({ lastMode: request.mode, isDemoOpen: isDemoOpen || isOpening })
        .where('id', '=', userId)
        .execute();
      if (isOpening) {
        await openDemoAccount(tx, userId, nowMs);
        await messages.send(tx, { userId, kind: 'demo_opened', nowMs });
      }
      await sessions.end(tx, user.sessionId, 'switched');
      return sessions.open(tx, userId, request.mode, { after: user.sessionId });
    });
}
