/**
 * Sending a verification code. Who asks for "forgot" is a stranger, signed in or not: he needs the puzzle, and the answer is the
 * same whether the account exists or not. With a session: a new e-mail address or phone gets its own code; a payment password,
 * turning one-time codes on and where money may go are confirmed by a code to what the person already has on file.
 */
import { AppError } from '@tessera/shared/errors';
import { visitorOf } from '../platform/addressPrefixes';
import { rowId } from '../store/rowId';
import { accountKey, maskAccount, parseAccount } from './accounts';
import { refuseHeld } from './ownCode';
import { isRestricted } from './restrictedRegions';
import { countOf, countsFrom, throttleRules, type ThrottleKey } from './throttle';
import { findByAccount, userById } from './users';
import type { CodePurpose, Language } from '@tessera/shared/contract';
import type { Handler, SignedIn } from '../http/handler';
import type { PhonePlace } from './accounts';
import type { IdentityParts } from './IdentityParts';

interface CodeRequest {
  readonly channel: 'email' | 'phone';
  readonly account: string;
  readonly place: PhonePlace;
  readonly purpose: CodePurpose;
  readonly puzzleToken: string | undefined;
  /** undefined for a stranger. */
  readonly user: SignedIn | undefined;
  readonly language: Language;
  readonly ip: string;
  readonly nowMs: number;
}

/** Where the code goes and whether anybody is there. */
async function targetOf(
  { db }: IdentityParts,
  wanted: CodeRequest,
): Promise<{ readonly to: string; readonly isDelivered: boolean }> {
  const { channel, purpose, user } = wanted;
  if (purpose === 'payment_password' || purpose === 'one_time_codes' || purpose === 'payee') {
    if (user === undefined) throw new AppError('AUTH_LOGIN_REQUIRED');
    const person = await userById(db, rowId(user.userId));
    const own = person[channel];
    const typed = parseAccount(wanted.account, wanted.place);
    // The app knows the masked form only, so that is enough to name it.
    const isOwn = own !== null && (wanted.account === maskAccount(own) || (typed !== undefined && accountKey(typed) === own));
    if (!isOwn) throw new AppError('AUTH_ACCOUNT_INVALID');
    refuseHeld(person, channel, wanted.nowMs);
    return { to: own, isDelivered: true };
  }
  const account = parseAccount(wanted.account, wanted.place);
  if (account === undefined || account.kind !== channel) throw new AppError('AUTH_ACCOUNT_INVALID');
  if (purpose === 'bind_email' || purpose === 'bind_phone') {
    if (user === undefined) throw new AppError('AUTH_LOGIN_REQUIRED');
    if (purpose !== `bind_${channel}`) throw new AppError('PARAMETER_WRONG', { params: { field: 'purpose' } });
    if (account.kind === 'phone' && isRestricted(account)) throw new AppError('AUTH_REGION_RESTRICTED');
    // An address of somebody else gets nothing; that it is taken is said only to anyone who proves to own it, which nobody can.
    return { to: accountKey(account), isDelivered: (await findByAccount(db, account)) === undefined };
  }
  return { to: accountKey(account), isDelivered: (await findByAccount(db, account)) !== undefined };
}

/** A stranger is counted for himself, or he could keep others from their codes; who has signed in stands for nobody else. */
const countsFor = (to: string, { user, ip }: CodeRequest): readonly ThrottleKey[] =>
  user === undefined
    ? [countOf(throttleRules.codeByAnybody, to), countOf(throttleRules.codeByAccount, `${to}|${visitorOf(ip)}`)]
    : [countOf(throttleRules.codeByAccount, `${to}|user ${user.userId}`)];

async function send(parts: IdentityParts, wanted: CodeRequest): Promise<{ resendAtMs: number; expiresAtMs: number }> {
  const { puzzles, throttle, codes, delivery, texts, log } = parts;
  if (wanted.user === undefined) await puzzles.consume(wanted.puzzleToken, ['code', 'forgot'], wanted.ip, wanted.nowMs);
  const { to, isDelivered } = await targetOf(parts, wanted);
  await codes.refuseTooSoon(to, wanted.purpose, wanted.nowMs);
  // Before a code is made: past the limit the one that was sent stays good, and no other takes its place.
  await throttle.attempt(...countsFrom(throttleRules.codeByIp, wanted.ip), ...countsFor(to, wanted));
  const { code, resendAtMs, expiresAtMs } = await codes.issue({
    account: to,
    purpose: wanted.purpose,
    ip: wanted.ip,
    nowMs: wanted.nowMs,
    isSent: isDelivered,
  });
  if (isDelivered) {
    const say = (key: string) => texts.say(wanted.language, `codes.${key}`, { code });
    const sending = wanted.channel === 'email' ? delivery.email(to, say('subject'), say('email')) : delivery.sms(to, say('sms'));
    // Not awaited where a stranger asks: the time of delivery would tell whether the account exists.
    const outcome = sending.catch((error: unknown) => {
      log.error({ err: error, channel: wanted.channel }, 'a code could not be delivered');
      if (wanted.user !== undefined) throw error;
    });
    if (wanted.user !== undefined) await outcome;
  }
  return { resendAtMs, expiresAtMs };
}

/** A session proves nothing of the account that is named: no mail to others without the puzzle, and no word of who exists. */
const askerOf = (purpose: CodePurpose, user: SignedIn | undefined) => (purpose === 'forgot' ? undefined : user);

export const sendPhoneCode =
  (parts: IdentityParts): Handler<'sendPhoneCode'> =>
  ({ request, user, language, ip, nowMs }) =>
    send(parts, {
      channel: 'phone',
      account: request.account,
      place: request,
      purpose: request.purpose,
      puzzleToken: request.puzzleToken,
      user: askerOf(request.purpose, user),
      language,
      ip,
      nowMs,
    });

export const sendEmailCode =
  (parts: IdentityParts): Handler<'sendEmailCode'> =>
  ({ request, user, language, ip, nowMs }) =>
    send(parts, {
      channel: 'email',
      account: request.account,
      place: {},
      purpose: request.purpose,
      puzzleToken: request.puzzleToken,
      user: askerOf(request.purpose, user),
      language,
      ip,
      nowMs,
    });
