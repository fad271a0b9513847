/**
 * Signing in by a password. One answer for an unknown account and a wrong password, in equal time; guesses are counted before they
 * are judged, and only failures stay counted. That an account is frozen or locked, or that a one-time code is wanted, is told
 * only to anyone who knows its password.
 */
import { AppError } from '@tessera/shared/errors';
import { visitorOf } from '../platform/addressPrefixes';
import { accountKey, parseAccount } from './accounts';
import { enter, refuseMarked } from './enter';
import { countOf, countsFrom, throttleRules } from './throttle';
import { findByAccount } from './users';
import type { Handler } from '../http/handler';
import type { IdentityParts } from './IdentityParts';

export function signIn(parts: IdentityParts): Handler<'login'> {
  const { db, puzzles, throttle, passwords } = parts;
  return async ({ request, ip, userAgent, nowMs }) => {
    await puzzles.consume(request.puzzleToken, ['login'], ip, nowMs);
    const account = parseAccount(request.account, request);
    const key = account === undefined ? request.account.trim().toLowerCase() : accountKey(account);
    const byAccount = countOf(throttleRules.loginByAccount, `${key}|${visitorOf(ip)}`);
    const attempt = await throttle.attempt(...countsFrom(throttleRules.loginByIp, ip), byAccount);

    const user = account === undefined ? undefined : await findByAccount(db, account);
    if (!(await passwords.verify(user?.passwordHash, request.password)) || user === undefined)
      throw new AppError('AUTH_WRONG_CREDENTIALS');
    refuseMarked(user);

    await attempt.succeeded();
    await throttle.forgive(byAccount);
    if (user.passwordHash !== null && passwords.isOutdated(user.passwordHash)) {
      const passwordHash = await passwords.hash(request.password);
      await db
        .updateTable('appUser')
        .set({ passwordHash })
        .where('id', '=', user.id)
        .where('passwordHash', '=', user.passwordHash)
        .execute();
    }
    return enter(parts, {
      user,
      way: 'password',
      code: request.oneTimeCode,
      onCodeWanted: () => puzzles.giveBack(request.puzzleToken),
      // The password was changed while it was being judged; or only its hash was made again, by a sign-in beside this one.
      isStillProven: (held) => held.passwordHash === user.passwordHash || passwords.verify(held.passwordHash, request.password),
      ip,
      userAgent,
      nowMs,
    });
  };
}
