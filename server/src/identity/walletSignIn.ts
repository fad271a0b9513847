/**
 * Signing in by a wallet: the server writes a text, the wallet signs it, the signature opens the account of that address, or makes it
 * when country, agreement and puzzle come with it, as for everybody. Throttled as a password is, by address and network; that an account
 * exists, is frozen or wants a one-time code is told only to anyone who signed.
 */
import { AppError } from '@tessera/shared/errors';
import { visitorOf } from '../platform/addressPrefixes';
import { rowId } from '../store/rowId';
import { enter, refuseMarked } from './enter';
import { judgeCountry } from './judgeCountry';
import { findInviter, openAccount } from './newAccount';
import { countOf, countsFrom, throttleRules } from './throttle';
import { findByAccount, userById } from './users';
import { isSignedBy } from './walletSignature';
import type { Handler, HandlerCall } from '../http/handler';
import type { IdentityParts } from './IdentityParts';
import type { OpenedSession } from './sessions';

/** Without PUBLIC_ORIGIN a text is written for this machine only: what a stranger puts into Host would be the name of his own site. */
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

function originOf({ publicOrigin, isProduction }: IdentityParts, host: string | undefined): string {
  if (publicOrigin !== undefined) return publicOrigin;
  const origin = `http://${host}`;
  if (isProduction || host === undefined || !loopback.test(host) || !URL.canParse(origin))
    throw new AppError('FEATURE_UNAVAILABLE');
  return new URL(origin).origin;
}

export function addressText(parts: IdentityParts): Handler<'addressText'> {
  const { db, walletTexts } = parts;
  return async ({ request: { purpose, address }, user: signedIn, host, ip, nowMs }) => {
    const origin = originOf(parts, host);
    if (purpose === 'sign_in') {
      if (address === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'address' } });
      return walletTexts.make({ purpose, address, userId: undefined, origin, ip, nowMs });
    }
    if (signedIn === undefined) throw new AppError('AUTH_LOGIN_REQUIRED');
    const { id: userId, wallet } = await userById(db, rowId(signedIn.userId));
    if (wallet === null) throw new AppError('DATA_NOT_FOUND');
    return walletTexts.make({ purpose, address: wallet, userId, origin, ip, nowMs });
  };
}

export function addressRegister(parts: IdentityParts): Handler<'addressRegister'> {
  const { db, throttle, walletTexts } = parts;

  async function open(wallet: string, call: HandlerCall<'addressRegister'>): Promise<OpenedSession> {
    const { request, ip, userAgent, nowMs } = call;
    const user = await findByAccount(db, { kind: 'wallet', wallet });
    if (user === undefined) return register(wallet, call);
    refuseMarked(user);
    return enter(parts, {
      user,
      way: 'wallet',
      code: request.oneTimeCode,
      onCodeWanted: async () => undefined,
      isStillProven: (held) => held.wallet === wallet,
      ip,
      userAgent,
      nowMs,
    });
  }

  async function register(wallet: string, { request, language, ip, userAgent, nowMs }: HandlerCall<'addressRegister'>) {
    const { country, acceptsAgreement, puzzleToken, invitationCode } = request;
    if (country === undefined || acceptsAgreement === undefined) throw new AppError('AUTH_WALLET_NOT_REGISTERED');
    await parts.puzzles.consume(puzzleToken, ['register'], ip, nowMs);
    judgeCountry(country);
    const inviterId = await findInviter(parts, invitationCode, ip);
    await throttle.attempt(...countsFrom(throttleRules.registerByIp, ip));
    const account = { kind: 'wallet', wallet } as const;
    return openAccount(parts, { account, country, passwordHash: null, inviterId, language, nowMs }, { ip, userAgent });
  }

  return async (call) => {
    const { request, ip, nowMs } = call;
    const { nonce, signature } = request;
    const taken = await walletTexts.take({ nonce, purpose: 'sign_in', userId: undefined, ip, nowMs });
    if (taken === undefined) throw new AppError('AUTH_WALLET_TEXT_EXPIRED');
    const byAccount = countOf(throttleRules.loginByAccount, `${taken.address}|${visitorOf(ip)}`);
    const attempt = await throttle.attempt(...countsFrom(throttleRules.loginByIp, ip), byAccount);
    if (!(await isSignedBy(taken.address, taken.text, signature))) throw new AppError('AUTH_WALLET_SIGNATURE_WRONG');
    await attempt.succeeded();
    await throttle.forgive(byAccount);
    try {
      return await open(taken.address, call);
    } catch (error) {
      // The wallet is proven: what else is wanted of the person needs no other signature.
      await walletTexts.giveBack(nonce);
      throw error;
    }
  };
}
