import { AppError } from '@tessera/shared/errors';
import { toText } from '@tessera/shared/money';
import type { UserShown } from '@tessera/shared/operations';
import { holdPerson } from '../identity/holdPerson';
import { isLive } from '../identity/isLive';
import type { Sessions } from '../identity/sessions';
import type { User } from '../identity/users';
import { balances } from '../ledger/Ledger';
import { appendAudit } from '../ops/audit';
import type { Db } from '../store/database';
import { parseRowId, rowId } from '../store/rowId';
import { nextOf, usualLimit } from './nextOf';
import { refuseOwnAccount } from './refuseOwnAccount';
import type { OperationCall, OperationHandlers } from './OperationHandler';

const mostSessions = 50;

export function userCalls({ db, sessions }: { readonly db: Db; readonly sessions: Pick<Sessions, 'endAllOf'> }) {
  async function mark(
    { request, operator, nowMs }: OperationCall<'usersFreeze' | 'usersLock'>,
    column: 'frozenAtMs' | 'lockedAtMs',
  ) {
    const { id, on, reason } = request;
    const verb = column === 'frozenAtMs' ? 'freeze' : 'lock';
    const user = await db.transaction().execute(async (tx) => {
      const held = await holdPerson(tx, rowId(id));
      await refuseOwnAccount(tx, operator, held.id);
      if ((held[column] !== null) === on) return held;
      const marked = { [column]: on ? nowMs : null };
      await tx.updateTable('appUser').set(marked).where('id', '=', held.id).execute();
      if (on) await sessions.endAllOf(tx, held.id, verb === 'freeze' ? 'frozen' : 'locked');
      await appendAudit(tx, {
        actor: operator.name,
        action: `user.${on ? verb : `un${verb}`}`,
        subject: `user ${held.id}`,
        details: { reason },
        nowMs,
      });
      return { ...held, ...marked };
    });
    return { user: shown(user) };
  }

  return {
    async usersSearch({ request: { text, cursor, limit = usualLimit } }) {
      let query = db.selectFrom('appUser').selectAll().orderBy('id', 'desc').limit(limit);
      if (cursor !== undefined) query = query.where('id', '<', rowId(cursor));
      if (text !== undefined) {
        const id = parseRowId(text);
        const part = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
        query = query.where((where) =>
          where.or([
            where('email', 'like', part),
            where('phone', 'like', part),
            where('wallet', 'like', part),
            ...(id === undefined ? [] : [where('id', '=', id)]),
          ]),
        );
      }
      const rows = await query.execute();
      return { items: rows.map(shown), next: nextOf(rows, limit) };
    },

    async usersGet({ request, nowMs }) {
      const user = await db.selectFrom('appUser').selectAll().where('id', '=', rowId(request.id)).executeTakeFirst();
      if (user === undefined) throw new AppError('AUTH_USER_NOT_FOUND');
      const held = await Promise.all(
        (['real', 'demo'] as const).map(async (mode) =>
          (await balances(db, user.id, mode)).map(({ kind, asset, balance }) => ({
            mode,
            kind,
            asset,
            balance: toText(balance),
          })),
        ),
      );
      const live = await db
        .selectFrom('session')
        .innerJoin('appUser', 'appUser.id', 'session.userId')
        .select(['session.mode', 'session.device', 'session.createdAtMs', 'session.lastSeenAtMs'])
        .where('session.userId', '=', user.id)
        .where((row) => isLive(row, nowMs))
        .orderBy('session.id', 'desc')
        .limit(mostSessions)
        .execute();
      return { user: shown(user), balances: held.flat(), sessions: live };
    },

    usersFreeze: (call) => mark(call, 'frozenAtMs'),
    usersLock: (call) => mark(call, 'lockedAtMs'),

    async usersSessionsEnd({ request: { id, reason }, operator, nowMs }) {
      const ended = await db.transaction().execute(async (tx) => {
        const held = await holdPerson(tx, rowId(id));
        await refuseOwnAccount(tx, operator, held.id);
        const { live } = await tx
          .selectFrom('session')
          .select((of) => of.fn.countAll<number>().as('live'))
          .where('userId', '=', held.id)
          .where('revokedAtMs', 'is', null)
          .executeTakeFirstOrThrow();
        await sessions.endAllOf(tx, held.id, 'ended_by_operator');
        await appendAudit(tx, {
          actor: operator.name,
          action: 'user.sessions-end',
          subject: `user ${held.id}`,
          details: { reason, ended: live },
          nowMs,
        });
        return live;
      });
      return { ended };
    },
  } satisfies Partial<OperationHandlers>;
}

const shown = (user: User): UserShown => ({
  id: String(user.id),
  email: user.email,
  phone: user.phone,
  wallet: user.wallet,
  country: user.country,
  mode: user.lastMode,
  frozenAtMs: user.frozenAtMs,
  lockedAtMs: user.lockedAtMs,
  registeredAtMs: user.createdAtMs,
});
