/**
 * Changing what proves a person: passwords and the e-mail address. Each change needs a step-up or a code, is told to the
 * ways he had before, and holds withdrawals for a day; a new password ends every session, and who changed it gets another.
 */
import { AppError } from '@tessera/shared/errors';
import { rowId } from '../store/rowId';
import { accountKey, parseAccount } from './accounts';
import { deviceName } from './deviceName';
import { holdPerson, holdSession } from './holdPerson';
import { judgeNewPassword } from './passwords';
import { strongestFactor } from './requireStepUp';
import { deliverNoticesOf } from './owedNotices';
import { holdAfterChange, hoursUntil, signInHoldMs } from './signInChange';
import { countsFrom, throttleRules } from './throttle';
import { findByAccount, mainAccount, userById } from './users';
import type { Handler } from '../http/handler';
import type { IdentityParts } from './IdentityParts';
import type { StepUpProof } from './requireStepUp';
import type { User } from './users';

/** A code to one of the person's own accounts proves him; which one it was sent to is not asked. */
async function consumeOwnCode(
  { codes }: IdentityParts,
  user: User,
  guess: { readonly code: string; readonly ip: string; readonly nowMs: number },
): Promise<void> {
  const own = [user.email, user.phone].filter((account) => account !== null);
  for (const [index, account] of own.entries()) {
    try {
      return await codes.consume({ account, purpose: 'payment_password', ...guess });
    } catch (error) {
      if (index === own.length - 1) throw error;
    }
  }
}

export function updatePassword(parts: IdentityParts): Handler<'updatePassword'> {
  const { db, passwords, sessions, requireStepUp } = parts;
  return async ({ request, user: signedIn, ip, userAgent, nowMs }) => {
    const user = await userById(db, rowId(signedIn.userId));
    judgeNewPassword(request.password, request.passwordAgain, mainAccount(user));
    if (request.kind === 'login') {
      if (request.oldPassword === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'oldPassword' } });
      const proofs: StepUpProof[] = [{ factor: 'login', password: request.oldPassword }];
      if (strongestFactor(user) === 'payment') proofs.push({ factor: 'payment', password: request.stepUpPassword });
      await requireStepUp({ user, signedIn, purpose: 'login_password', proofs, code: request.stepUpCode, nowMs });
    } else if (user.paymentPasswordHash !== null && request.code === undefined) {
      if (request.oldPassword === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'oldPassword' } });
      const proofs: StepUpProof[] = [{ factor: 'payment', password: request.oldPassword }];
      await requireStepUp({ user, signedIn, purpose: 'payment_password', proofs, code: request.stepUpCode, nowMs });
    } else {
      if (request.code === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'code' } });
      // The first one, or a new one for who forgot his: the login password and a code to what he has on file.
      const proofs: StepUpProof[] = [{ factor: 'login', password: request.stepUpPassword }];
      await requireStepUp({ user, signedIn, purpose: 'payment_password', proofs, code: request.stepUpCode, nowMs });
      await consumeOwnCode(parts, user, { code: request.code, ip, nowMs });
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
    if (account === undefined) throw new AppError('AUTH_ACCOUNT_INVALID');
    judgeNewPassword(request.password, request.passwordAgain, accountKey(account));
    await codes.consume({ account: accountKey(account), purpose: 'forgot', code: request.code, ip, nowMs });
    // Neither a guess nor a code that was asked for in vain: an address shared by many keeps its allowance.
    await attempt.succeeded();
    await throttle.giveBack(...countsFrom(throttleRules.codeByIp, ip));
    const user = await findByAccount(db, account);
    if (user === undefined) throw new AppError('AUTH_WRONG_CODE');
    // Told only to who holds the code: anyone who asks for one learns nothing of the account.
    if (account.kind === 'email' && user.emailHeldUntilMs > nowMs)
      throw new AppError('AUTH_NEW_WAY_HELD', { params: { hours: hoursUntil(user.emailHeldUntilMs, nowMs) } });
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

/** Binds the first address, or replaces the one that is bound. */
export function bindEmail(parts: IdentityParts): Handler<'bindEmail'> {
  const { db, codes, requireStepUp } = parts;
  return async ({ request, user: signedIn, ip, nowMs }) => {
    const user = await userById(db, rowId(signedIn.userId));
    const account = parseAccount(request.email);
    if (account?.kind !== 'email') throw new AppError('AUTH_ACCOUNT_INVALID');
    const proofs = [{ factor: strongestFactor(user), password: request.stepUpPassword }];
    await requireStepUp({ user, signedIn, purpose: 'email', proofs, code: request.stepUpCode, nowMs });
    await codes.consume({ account: account.email, purpose: 'bind_email', code: request.code, ip, nowMs });
    await db.transaction().execute(async (tx) => {
      const held = await holdSession(tx, signedIn, nowMs);
      const owner = await findByAccount(tx, account);
      if (owner !== undefined && owner.id !== user.id) throw new AppError('AUTH_ACCOUNT_TAKEN');
      await tx
        .updateTable('appUser')
        .set({ email: account.email, emailHeldUntilMs: nowMs + signInHoldMs })
        .where('id', '=', user.id)
        .execute();
      await holdAfterChange(parts, tx, { user: held, kind: 'email_changed', nowMs });
    });
    await deliverNoticesOf(parts, user.id, nowMs);
    return {};
  };
}
