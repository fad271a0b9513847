/**
 * Registration with a password. Rules are judged from the cheapest to the most telling: whether an account is taken is said last, after
 * the puzzle, the count of attempts and the cost of hashing, because this is the one place that must say it.
 */
import { AppError } from '@tessera/shared/errors';
import { accountKey, parseAccount } from './accounts';
import { judgeCountry } from './judgeCountry';
import { findInviter, openAccount } from './newAccount';
import { judgeNewPassword } from './passwords';
import { isRestricted } from './restrictedRegions';
import { countsFrom, throttleRules } from './throttle';
import type { Handler } from '../http/handler';
import type { IdentityParts } from './IdentityParts';

export function signUp(parts: IdentityParts): Handler<'register'> {
  const { puzzles, throttle, passwords } = parts;
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
    judgeCountry(request.country);
    const account = parseAccount(request.account, request);
    // A wallet is registered by its signature (walletSignIn.ts): anybody can write an address.
    if (account === undefined || account.kind === 'wallet') throw new AppError('AUTH_ACCOUNT_INVALID');
    if (account.kind === 'phone' && isRestricted({ phone: account.phone, country: account.country }))
      throw new AppError('AUTH_REGION_RESTRICTED');
    judgeNewPassword(request.password, request.passwordAgain, accountKey(account));
    const inviterId = await findInviter(parts, request.invitationCode, ip);
    await throttle.attempt(...countsFrom(throttleRules.registerByIp, ip));
    const passwordHash = await passwords.hash(request.password);
    const wanted = { account, country: request.country, passwordHash, inviterId, language, nowMs };
    return openAccount(parts, wanted, { ip, userAgent });
  };
}
