/**
 * Binds the first e-mail address or phone number, or replaces the one that is bound. A code proves the new way, a step-up the
 * person; the ways of before are told, withdrawals are held, and for a day the new way proves nobody.
 */
import { AppError } from '@tessera/shared/errors';
import { rowId } from '../store/rowId';
import { accountKey, parseAccount, type Account } from './accounts';
import { holdSession } from './holdPerson';
import { deliverNoticesOf } from './owedNotices';
import { strongestProof } from './requireStepUp';
import { isRestricted } from './restrictedRegions';
import { holdAfterChange, signInHoldMs } from './signInChange';
import { findByAccount, userById } from './users';
import type { Handler, HandlerCall } from '../http/handler';
import type { IdentityParts } from './IdentityParts';

type Channel = 'email' | 'phone';
type BindCall = HandlerCall<'bindEmail'> | HandlerCall<'bindPhone'>;

const changeOf = (channel: Channel, account: string, untilMs: number) =>
  channel === 'email' ? { email: account, emailHeldUntilMs: untilMs } : { phone: account, phoneHeldUntilMs: untilMs };

async function bind(parts: IdentityParts, channel: Channel, account: Account | undefined, call: BindCall) {
  const { request, user: signedIn, ip, nowMs } = call;
  const { db, codes, requireStepUp } = parts;
  if (account?.kind !== channel) throw new AppError('AUTH_ACCOUNT_INVALID');
  if (account.kind === 'phone' && isRestricted(account)) throw new AppError('AUTH_REGION_RESTRICTED');
  const user = await userById(db, rowId(signedIn.userId));
  await requireStepUp({ user, signedIn, purpose: channel, ...strongestProof(user, request), ip, nowMs });
  const key = accountKey(account);
  await codes.consume({ account: key, purpose: `bind_${channel}`, code: request.code, ip, nowMs });
  await db.transaction().execute(async (tx) => {
    const held = await holdSession(tx, signedIn, nowMs);
    const owner = await findByAccount(tx, account);
    if (owner !== undefined && owner.id !== user.id) throw new AppError('AUTH_ACCOUNT_TAKEN');
    await tx
      .updateTable('appUser')
      .set(changeOf(channel, key, nowMs + signInHoldMs))
      .where('id', '=', user.id)
      .execute();
    await holdAfterChange(parts, tx, { user: held, kind: `${channel}_changed`, nowMs });
  });
  await deliverNoticesOf(parts, user.id, nowMs);
  return {};
}

export const bindEmail =
  (parts: IdentityParts): Handler<'bindEmail'> =>
  (call) =>
    bind(parts, 'email', parseAccount(call.request.email), call);

/** A number as written at home is complete with its country. */
export const bindPhone =
  (parts: IdentityParts): Handler<'bindPhone'> =>
  (call) =>
    bind(parts, 'phone', parseAccount(call.request.phone, call.request), call);
