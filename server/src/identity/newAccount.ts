/** What every registration shares, by password or by wallet: the invitation, and the account with its first session. */
import { AppError } from '@tessera/shared/errors';
import { noteSignIn } from './signIns';
import { countsFrom, throttleRules } from './throttle';
import { insertUser, type NewUser } from './users';
import type { IdentityParts } from './IdentityParts';
import type { OpenedSession } from './sessions';

/**
 * The inviter's id. A wrong code costs an attempt, so that codes cannot be tried out. Throws AUTH_INVITATION_INVALID, and
 * AUTH_INVITER_NOT_FOUND where the code is right and its account was frozen.
 */
export async function findInviter(
  { db, throttle, isInvitationRequired }: IdentityParts,
  code: string | undefined,
  ip: string,
): Promise<number | null> {
  const wanted = code?.trim().toUpperCase() ?? '';
  if (wanted === '') {
    if (isInvitationRequired) throw new AppError('AUTH_INVITATION_INVALID');
    return null;
  }
  const attempt = await throttle.attempt(...countsFrom(throttleRules.invitationByIp, ip));
  const inviter = await db
    .selectFrom('appUser')
    .select(['id', 'frozenAtMs'])
    .where('invitationCode', '=', wanted)
    .executeTakeFirst();
  if (inviter === undefined) throw new AppError('AUTH_INVITATION_INVALID');
  if (inviter.frozenAtMs !== null) throw new AppError('AUTH_INVITER_NOT_FOUND');
  await attempt.succeeded();
  return inviter.id;
}

interface FirstVisit {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

/** Throws AUTH_ACCOUNT_TAKEN. */
export function openAccount(
  { db, random, messages, sessions }: IdentityParts,
  wanted: NewUser,
  { ip, userAgent }: FirstVisit,
): Promise<OpenedSession> {
  const { nowMs } = wanted;
  return db.transaction().execute(async (tx) => {
    const user = await insertUser(tx, random, wanted);
    await messages.send(tx, { userId: user.id, kind: 'welcome', nowMs });
    const device = await noteSignIn(tx, { user, way: 'registration', ip, userAgent, nowMs });
    return sessions.open(tx, user.id, 'real', { device });
  });
}
