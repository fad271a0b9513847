/**
 * Changing the passwords that prove a person. Each change needs a step-up or a code, is told to the
 * ways he had before, and holds withdrawals for a day; a new password ends every session, and who changed it gets another.
 */
import { AppError } from '@tessera/shared/errors';
import { rowId } from '../store/rowId';
import { accountKey, parseAccount } from './accounts';
import { deviceName } from './deviceName';
import { holdPerson, holdSession } from './holdPerson';
import { judgeNewPassword } from './passwords';
import { deliverNoticesOf } from './owedNotices';
import { consumeOwnCode, refuseHeld } from './ownCode';
import { loginProof } from './requireStepUp';
import { holdAfterChange } from './signInChange';
import { countsFrom, throttleRules } from './throttle';
import { findByAccount, mainAccount, userById } from './users';
import type { Handler } from '../http/handler';
import type { IdentityParts } from './IdentityParts';

const missing = (field: string) => new AppError('PARAMETER_MISSING', { params: { field } });

export function updatePassword(parts: IdentityParts): Handler<'updatePassword'> {
  const { db, passwords, sessions, requireStepUp } = parts;
  return async ({ request, user: signedIn, ip, userAgent, nowMs }) => {
    const user = await userById(db, rowId(signedIn.userId));
    judgeNewPassword(request.password, request.passwordAgain, mainAccount(user));
    if (request.kind === 'login') {
      // The first one of an account that was made with a wallet has no old one: the wallet signs.
      const hasOne = user.passwordHash !== null;
      if (hasOne && request.oldPassword === undefined) throw missing('oldPassword');
      const proofs = [hasOne ? ({ factor: 'login', password: request.oldPassword } as const) : loginProof(user, request)];
      if (user.paymentPasswordHash !== null) proofs.push({ factor: 'payment', password: request.stepUpPassword });
      await requireStepUp({ user, signedIn, purpose: 'login_password', proofs, code: request.stepUpCode, ip, nowMs });
    } else if (user.paymentPasswordHash !== null && request.code === undefined) {
      if (request.oldPassword === undefined) throw missing('oldPassword');
      const proofs = [{ factor: 'payment', password: request.oldPassword } as const];
      await requireStepUp({ user, signedIn, purpose: 'payment_password', proofs, code: request.stepUpCode, ip, nowMs });
    } else {
      if (user.passwordHash !== null && request.code === undefined) throw missing('code');
      // The first one, or a new one for who forgot his: the login password and a code to what he has on file.
      const proofs = [loginProof(user, request)];
      await requireStepUp({ user, signedIn, purpose: 'payment_password', proofs, code: request.stepUpCode, ip, nowMs });
      await consumeOwnCode(parts, user, { purpose: 'payment_password', code: request.code, field: 'code', ip, nowMs });
    }
    const kind = request.kind === 'login' ? 'password_changed' : 'payment_password_changed';
    const hashed = await passwords.hash(request.password);
    const { token } = await db.transaction().execute(async (tx) => {
      // Anyone who changed a password meanwhile ended this session, so what was confirmed above still holds for a live one.
      const held = await holdSession(tx, signedIn, nowMs);
      const change =
        request.kind === 'login' ? { passwordHash: hashed } : { paymentPasswordHash: hashed, paymentPasswordChangedAtMs: nowMs };
      await tx.updateTable('appUser').set(change).where('id', '=', user.id).execute();
      // A copy of this session's token ends too: who confirmed the change goes on with a new one.
      await sessions.endAllOf(tx, user.id, 'password_changed');
      const opened = await sessions.open(tx, user.id, signedIn.mode, { device: deviceName(userAgent) });
      await holdAfterChange(parts, tx, { user: held, kind, nowMs });
      return opened;
    });
    await deliverNoticesOf(parts, user.id, nowMs);
    return { token };
  };
}

/** For anyone who forgot the password: the code proves the account. An unknown account is refused like a wrong code. */
export function forgot(parts: IdentityParts): Handler<'forgot'> {
  const { db, throttle, codes, passwords, sessions } = parts;
  return async ({ request, ip, nowMs }) => {
    const attempt = await throttle.attempt(...countsFrom(throttleRules.codeGuessByIp, ip));
    const account = parseAccount(request.account, request);
    if (account === undefined || account.kind === 'wallet') throw new AppError('AUTH_ACCOUNT_INVALID');
    judgeNewPassword(request.password, request.passwordAgain, accountKey(account));
    await codes.consume({ account: accountKey(account), purpose: 'forgot', code: request.code, ip, nowMs });
    // Neither a guess nor a code that was asked for in vain: an address shared by many keeps its allowance.
    await attempt.succeeded();
    await throttle.giveBack(...countsFrom(throttleRules.codeByIp, ip));
    const user = await findByAccount(db, account);
    if (user === undefined) throw new AppError('AUTH_WRONG_CODE');
    // Told only to who holds the code: anyone who asks for one learns nothing of the account.
    refuseHeld(user, account.kind, nowMs);
    const passwordHash = await passwords.hash(request.password);
    await db.transaction().execute(async (tx) => {
      const held = await holdPerson(tx, user.id);
      // The address was replaced while its code was being used.
      if (held[account.kind] !== accountKey(account)) throw new AppError('AUTH_WRONG_CODE');
      await tx.updateTable('appUser').set({ passwordHash }).where('id', '=', user.id).execute();
      await sessions.endAllOf(tx, user.id, 'password_changed');
      await holdAfterChange(parts, tx, { user: held, kind: 'password_changed', nowMs });
    });
    await deliverNoticesOf(parts, user.id, nowMs);
    return {};
  };
}
