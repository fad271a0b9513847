/**
 * Signing in. One answer for an unknown account and a wrong password, in equal time; guesses are counted before they are
 * judged, and only failures stay counted. That an account is frozen or locked, or that a one-time code is wanted, is told
 * only to anyone who knows its password.
 */
import { AppError } from '@tessera/shared/errors';
import { visitorOf } from '../platform/addressPrefixes';
import { accountKey, parseAccount } from './accounts';
import { tellOfNewDevice } from './devices';
import { deviceName } from './deviceName';
import { holdPerson } from './holdPerson';
import { judgeOneTimeCode } from './judgeOneTimeCode';
import { deliverNoticesOf } from './owedNotices';
import { isHashOutdated } from './passwords';
import { countOf, countsFrom, throttleRules } from './throttle';
import { findByAccount, type User } from './users';
import type { Handler } from '../http/handler';
import type { IdentityParts } from './IdentityParts';

function refuseMarked({ frozenAtMs, lockedAtMs }: User): void {
  if (frozenAtMs !== null) throw new AppError('AUTH_ACCOUNT_FROZEN');
  if (lockedAtMs !== null) throw new AppError('AUTH_ACCOUNT_LOCKED');
}

export function signIn(parts: IdentityParts): Handler<'login'> {
  const { db, puzzles, throttle, passwords, oneTimeCodes, sessions } = parts;
  /** The person has them on: true. Wrong codes are counted by account alone: anyone who sends one knows the password. */
  async function requireCode(user: User, puzzleToken: string, typed: string | undefined, nowMs: number): Promise<boolean> {
    if (!(await oneTimeCodes.isOn(user.id))) return false;
    const isTyped = typed !== undefined && typed !== '';
    const guess = { userId: user.id, typed: typed ?? '', nowMs };
    if (isTyped && (await judgeOneTimeCode(parts, throttleRules.oneTimeCodeByAccount, guess))) return true;
    await puzzles.giveBack(puzzleToken);
    throw new AppError(isTyped ? 'AUTH_WRONG_CODE' : 'AUTH_ONE_TIME_CODE_REQUIRED');
  }

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
    const hasShownCode = await requireCode(user, request.puzzleToken, request.oneTimeCode, nowMs);
    if (isHashOutdated(user.passwordHash)) {
      const passwordHash = await passwords.hash(request.password);
      await db
        .updateTable('appUser')
        .set({ passwordHash })
        .where('id', '=', user.id)
        .where('passwordHash', '=', user.passwordHash)
        .execute();
    }
    const opened = await db.transaction().execute(async (tx) => {
      const held = await holdPerson(tx, user.id);
      // The password was changed while it was being judged; or only its hash was made again, by a sign-in beside this one.
      const isStillRight =
        held.passwordHash === user.passwordHash || (await passwords.verify(held.passwordHash, request.password));
      if (!isStillRight) throw new AppError('AUTH_WRONG_CREDENTIALS');
      refuseMarked(held);
      // They were turned on while the password was being judged.
      if (!hasShownCode && (await oneTimeCodes.isOn(held.id, tx))) throw new AppError('AUTH_ONE_TIME_CODE_REQUIRED');
      const device = deviceName(userAgent);
      await tellOfNewDevice(parts, tx, { user: held, device, nowMs });
      return sessions.open(tx, held.id, held.lastMode, { device });
    });
    await deliverNoticesOf(parts, user.id, nowMs);
    return opened;
  };
}
