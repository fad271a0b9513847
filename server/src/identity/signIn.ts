/**
 * Signing in. One answer for an unknown account and a wrong password, in equal time; guesses are counted before they are
 * judged, and only failures stay counted. That an account is frozen or locked is told only to whoever knows its password.
 */
import { AppError } from '@tessera/shared/errors';
import { visitorOf } from '../platform/addressPrefixes';
import { accountKey, parseAccount } from './accounts';
import { isHashOutdated } from './passwords';
import { countOf, countsFrom, throttleRules } from './throttle';
import { findByAccount } from './users';
import type { Handler } from '../http/handler';
import type { IdentityParts } from './IdentityParts';

export function signIn({ db, puzzles, throttle, passwords, sessions }: IdentityParts): Handler<'login'> {
  return async ({ request, ip, nowMs }) => {
    await puzzles.consume(request.puzzleToken, ['login'], ip, nowMs);
    const account = parseAccount(request.account, request);
    const key = account === undefined ? request.account.trim().toLowerCase() : accountKey(account);
    const byAccount = countOf(throttleRules.loginByAccount, `${key}|${visitorOf(ip)}`);
    const attempt = await throttle.attempt(...countsFrom(throttleRules.loginByIp, ip), byAccount);

    const user = account === undefined ? undefined : await findByAccount(db, account);
    if (!(await passwords.verify(user?.passwordHash, request.password)) || user === undefined)
      throw new AppError('AUTH_WRONG_CREDENTIALS');
    if (user.frozenAtMs !== null) throw new AppError('AUTH_ACCOUNT_FROZEN');
    if (user.lockedAtMs !== null) throw new AppError('AUTH_ACCOUNT_LOCKED');

    await attempt.succeeded();
    await throttle.forgive(byAccount);
    if (isHashOutdated(user.passwordHash)) {
      const passwordHash = await passwords.hash(request.password);
      await db
        .updateTable('appUser')
        .set({ passwordHash })
        .where('id', '=', user.id)
        .where('passwordHash', '=', user.passwordHash)
        .execute();
    }
    return sessions.open(db, user.id, user.lastMode);
  };
}
