import { AppError } from '@tessera/shared/errors';
import { utcText } from '../content/utcText';
import type { Messages } from '../content/messages';
import { holdPerson } from '../identity/holdPerson';
import { placeLimit, requireLimit } from '../limits/placeLimit';
import { readLimits } from '../limits/readLimits';
import { appendAudit } from '../ops/audit';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import { refuseOwnAccount } from './refuseOwnAccount';
import type { OperationHandlers } from './OperationHandler';

/** People's own limits, seen and lowered by operators. */
export function limitCalls({ db, messages }: { readonly db: Db; readonly messages: Pick<Messages, 'send'> }) {
  return {
    async usersLimits({ request: { id }, nowMs }) {
      const user = await db.selectFrom('appUser').select('id').where('id', '=', rowId(id)).executeTakeFirst();
      if (user === undefined) throw new AppError('AUTH_USER_NOT_FOUND');
      return readLimits(db, user.id, nowMs);
    },

    async usersLimitSet({ request: { id, kind, most, reason }, operator, nowMs }) {
      requireLimit(kind, most);
      return db.transaction().execute(async (tx) => {
        const { id: userId } = await holdPerson(tx, rowId(id));
        await refuseOwnAccount(tx, operator, userId);
        const fromMs = await placeLimit(tx, { userId, kind, most, nowMs, by: { sessionHash: operator.sessionHash, reason } });
        if (fromMs !== undefined) {
          await appendAudit(tx, {
            actor: operator.name,
            action: 'user.limit',
            subject: `user ${userId}`,
            details: { reason, kind, most, fromMs },
            nowMs,
          });
          await messages.send(tx, { userId, kind: 'limit_set_by_operator', params: { from: utcText(fromMs), reason }, nowMs });
        }
        return readLimits(tx, userId, nowMs);
      });
    },
  } satisfies Partial<OperationHandlers>;
}
