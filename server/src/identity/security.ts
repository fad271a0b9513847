/** Changing what proves a person: passwords and the e-mail address. Each change is told to him, and ends what an intruder may hold. */
import { AppError } from '@tessera/shared/errors';
import { rowId } from '../store/rowId';
import { accountKey, parseAccount } from './accounts';
import { judgeNewPassword } from './passwords';
import { throttleRules } from './throttle';
import { findByAccount, mainAccount, userById } from './users';
import type { Handler } from '../http/handler';
import type { IdentityParts } from './IdentityParts';
import type { User } from './users';

/** A code to one of the person's own accounts proves him; which one it was sent to is not asked. */
async function consumeOwnCode({ codes }: IdentityParts, user: User, code: string, nowMs: number): Promise<void> {
  const own = [user.email, user.phone].filter((account) => account !== null);
  for (const [index, account] of own.entries()) {
    try {
      return await codes.consume(account, 'payment_password', code, nowMs);
    } catch (error) {
      if (index === own.length - 1) throw error;
    }
  }
}

export function updatePassword(parts: IdentityParts): Handler<'updatePassword'> {
  const { db, throttle, passwords, sessions, messages } = parts;
  return async ({ request, user: signedIn, nowMs }) => {
    const user = await userById(db, rowId(signedIn.userId));
    judgeNewPassword(request.password, request.passwordAgain, mainAccount(user));
    await throttle.attempt(throttleRules.passwordByUser, signedIn.userId);
    if (request.kind === 'login') {
      if (request.oldPassword === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'oldPassword' } });
      if (!(await passwords.verify(user.passwordHash, request.oldPassword))) throw new AppError('AUTH_WRONG_OLD_PASSWORD');
    } else {
      if (request.code === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'code' } });
      await consumeOwnCode(parts, user, request.code, nowMs);
    }
    const hashed = await passwords.hash(request.password);
    await db.transaction().execute(async (tx) => {
      const change =
        request.kind === 'login' ? { passwordHash: hashed } : { paymentPasswordHash: hashed, paymentPasswordChangedAtMs: nowMs };
      await tx.updateTable('appUser').set(change).where('id', '=', user.id).execute();
      await messages.send(tx, {
        userId: user.id,
        kind: request.kind === 'login' ? 'password_changed' : 'payment_password_changed',
        nowMs,
      });
      await sessions.endAllOf(tx, user.id, 'password_changed', signedIn.sessionId);
    });
    await throttle.forgive(throttleRules.passwordByUser, signedIn.userId);
    return {};
  };
}

/** For whoever forgot the password: the code proves the account. An unknown account is refused like a wrong code. */
export function forgot(parts: IdentityParts): Handler<'forgot'> {
  const { db, throttle, codes, passwords, sessions, messages } = parts;
  return async ({ request, ip, nowMs }) => {
    await throttle.attempt(throttleRules.codeGuessByIp, ip);
    const account = parseAccount(request.account, request.areaCode);
    if (account === undefined) throw new AppError('AUTH_ACCOUNT_INVALID');
    judgeNewPassword(request.password, request.passwordAgain, accountKey(account));
    await codes.consume(accountKey(account), 'forgot', request.code, nowMs);
    const user = await findByAccount(db, account);
    if (user === undefined) throw new AppError('AUTH_WRONG_CODE');
    const passwordHash = await passwords.hash(request.password);
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('appUser').set({ passwordHash }).where('id', '=', user.id).execute();
      await messages.send(tx, { userId: user.id, kind: 'password_changed', nowMs });
      await sessions.endAllOf(tx, user.id, 'password_changed');
    });
    await throttle.forgive(throttleRules.codeGuessByIp, ip);
    return {};
  };
}

export function bindEmail(parts: IdentityParts): Handler<'bindEmail'> {
  const { db, throttle, codes, passwords, messages } = parts;
  return async ({ request, user: signedIn, nowMs }) => {
    const user = await userById(db, rowId(signedIn.userId));
    await throttle.attempt(throttleRules.passwordByUser, signedIn.userId);
    // Replacing an address takes the account over, so a live session alone is not enough.
    if (user.email !== null) {
      if (request.password === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'password' } });
      if (!(await passwords.verify(user.passwordHash, request.password))) throw new AppError('AUTH_WRONG_OLD_PASSWORD');
    }
    const account = parseAccount(request.email, undefined);
    if (account?.kind !== 'email') throw new AppError('AUTH_ACCOUNT_INVALID');
    await codes.consume(account.email, 'bind_email', request.code, nowMs);
    await db.transaction().execute(async (tx) => {
      const owner = await findByAccount(tx, account);
      if (owner !== undefined && owner.id !== user.id) throw new AppError('AUTH_ACCOUNT_TAKEN');
      await tx.updateTable('appUser').set({ email: account.email }).where('id', '=', user.id).execute();
      await messages.send(tx, { userId: user.id, kind: 'email_changed', nowMs });
    });
    await throttle.forgive(throttleRules.passwordByUser, signedIn.userId);
    return {};
  };
}
