/**
 * Registration. Rules are judged from the cheapest to the most telling: whether an account is taken is said last, after
 * the puzzle, the count of attempts and the cost of hashing, because this is the one place that must say it.
 */
import { AppError } from '@tessera/shared/errors';
import { accountKey, parseAccount } from './accounts';
import { deviceName } from './deviceName';
import { judgeNewPassword } from './passwords';
import { isRestricted } from './restrictedRegions';
import { countsFrom, throttleRules } from './throttle';
import { insertUser } from './users';
import type { Handler } from '../http/handler';
import type { Throttle } from './throttle';
import type { Db } from '../store/database';
import type { IdentityParts } from './IdentityParts';

/** The inviter's id. A wrong code costs an attempt, so that codes cannot be tried out. */
async function findInviter(
  db: Db,
  throttle: Throttle,
  code: string | undefined,
  isRequired: boolean,
  ip: string,
): Promise<number | null> {
  const wanted = code?.trim().toUpperCase() ?? '';
  if (wanted === '') {
    if (isRequired) throw new AppError('AUTH_INVITATION_INVALID');
    return null;
  }
  const attempt = await throttle.attempt(...countsFrom(throttleRules.invitationByIp, ip));
  const inviter = await db
    .selectFrom('appUser')
    .select('id')
    .where('invitationCode', '=', wanted)
    .where('frozenAtMs', 'is', null)
    .executeTakeFirst();
  if (inviter === undefined) throw new AppError('AUTH_INVITATION_INVALID');
  await attempt.succeeded();
  return inviter.id;
}

export function signUp(parts: IdentityParts): Handler<'register'> {
  const { db, puzzles, throttle, passwords, sessions, random, messages, isInvitationRequired } = parts;
  return async ({ request, language, ip, userAgent, nowMs }) => {
    await puzzles.consume(request.puzzleToken, ['register'], ip, nowMs);
    // Before the account is judged: a number of a refused region must hear the reason, not "invalid".
    const typedPhone = /^(\+|00)/.test(request.account.trim()) ? request.account.trim().replace(/^00/, '+') : undefined;
    if (
      isRestricted({
        country: request.country,
        areaCode: request.account.includes('@') ? undefined : request.areaCode,
        phone: typedPhone,
      })
    ) {
      throw new AppError('AUTH_REGION_RESTRICTED');
    }
    const account = parseAccount(request.account, request);
    if (account === undefined) throw new AppError('AUTH_ACCOUNT_INVALID');
    if (account.kind === 'phone' && isRestricted({ phone: account.phone, country: account.country }))
      throw new AppError('AUTH_REGION_RESTRICTED');
    judgeNewPassword(request.password, request.passwordAgain, accountKey(account));
    const inviterId = await findInviter(db, throttle, request.invitationCode, isInvitationRequired, ip);
    await throttle.attempt(...countsFrom(throttleRules.registerByIp, ip));
    const passwordHash = await passwords.hash(request.password);
    return db.transaction().execute(async (tx) => {
      const user = await insertUser(tx, random, { account, country: request.country, passwordHash, inviterId, language, nowMs });
      await messages.send(tx, { userId: user.id, kind: 'welcome', nowMs });
      return sessions.open(tx, user.id, 'real', { device: deviceName(userAgent) });
    });
  };
}
