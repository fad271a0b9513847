/**
 * The one rule for anyone who opens or ends sessions, or changes what a person signs in with: the person's row is held from the
 * first statement on, and what was known before is asked again then. So such calls of one person come one after the other,
 * and none of them opens a session past an end that was decided while it waited.
 */
import { AppError } from '@tessera/shared/errors';
import type { SignedIn } from '../http/handler';
import type { Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';
import { rowId } from '../store/rowId';
import { isLive } from './isLive';
import type { User } from './users';

/** The row as it is now, and stays until the transaction ends. Rows that only point at the person are not kept waiting. */
export async function holdPerson(tx: Tx, userId: number): Promise<User> {
  enterLock(tx, 'user');
  const held = await tx.selectFrom('appUser').selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  if (held === undefined) throw new AppError('AUTH_USER_NOT_FOUND');
  return held;
}

/** The same for a call of a session. Throws AUTH_SESSION_ENDED when that is over by now. */
export async function holdSession(tx: Tx, { userId, sessionId }: SignedIn, nowMs: number): Promise<User> {
  const held = await holdPerson(tx, rowId(userId));
  const live = await tx
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .select('session.id')
    .where('session.id', '=', rowId(sessionId))
    .where('session.userId', '=', held.id)
    .where((row) => isLive(row, nowMs))
    .executeTakeFirst();
  if (live === undefined) throw new AppError('AUTH_SESSION_ENDED');
  return held;
}
