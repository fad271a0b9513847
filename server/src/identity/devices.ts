/**
 * Where a person is signed in, and was. One row is a sign-in with what carried it on: changing the account mode ends a session and opens
 * another, which is the same device to him.
 */
import { sql } from 'kysely';
import { AppError } from '@tessera/shared/errors';
import { offsetOf } from '../store/paging';
import { parseRowId, rowId } from '../store/rowId';
import { holdSession } from './holdPerson';
import { isLive } from './isLive';
import type { Handlers } from '../http/handler';
import type { IdentityParts } from './IdentityParts';

const family = sql<number>`coalesce(session.family, session.id)`;

export function deviceHandlers({ db, sessions }: IdentityParts): Pick<Handlers, 'devices' | 'endDevices'> {
  return {
    async devices({ user, request, nowMs }) {
      const { page, pageSize, offset } = offsetOf(request);
      const mine = db
        .selectFrom('session')
        .innerJoin('appUser', 'appUser.id', 'session.userId')
        .where('session.userId', '=', rowId(user.userId));
      const { total } = await mine.select((eb) => eb.fn.count<number>(family).distinct().as('total')).executeTakeFirstOrThrow();
      const rows = await mine
        .select((eb) => [
          family.as('id'),
          sql<string>`min(session.device)`.as('device'),
          eb.fn.min<number>('session.createdAtMs').as('signedInAtMs'),
          eb.fn.max<number>('session.lastSeenAtMs').as('lastSeenAtMs'),
          sql<boolean>`bool_or(${isLive(eb, nowMs)})`.as('isLive'),
          sql<boolean>`bool_or(session.id = ${rowId(user.sessionId)})`.as('isThisOne'),
        ])
        .groupBy(family)
        .orderBy('isLive', 'desc')
        .orderBy('lastSeenAtMs', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset(offset)
        .execute();
      return { items: rows.map((row) => ({ ...row, id: String(row.id) })), page, pageSize, total };
    },

    async endDevices({ user, request, nowMs }) {
      const only = request.id === undefined ? undefined : parseRowId(request.id);
      if (request.id !== undefined && only === undefined) throw new AppError('DATA_NOT_FOUND');
      await db.transaction().execute(async (tx) => {
        const { id: userId } = await holdSession(tx, user, nowMs);
        const chosen = await tx
          .selectFrom('session')
          .select('session.id')
          .where('session.userId', '=', userId)
          .where('session.revokedAtMs', 'is', null)
          .where(
            only === undefined
              ? sql<boolean>`${family} <> (select coalesce(own.family, own.id) from session own where own.id = ${rowId(user.sessionId)})`
              : sql<boolean>`${family} = ${only}`,
          )
          .execute();
        // Somebody else's is answered like one that is over.
        if (only !== undefined && chosen.length === 0) throw new AppError('DATA_NOT_FOUND');
        await sessions.endThese(
          tx,
          userId,
          chosen.map(({ id }) => id),
          'signed_out_elsewhere',
        );
      });
      return {};
    },
  };
}
