/**
 * A code to what the person has on file proves him beside his password. An address or a number that was bound less than a day ago
 * does not: anyone who knows the password could have bound it. Who has no login password signs with his wallet instead, so nothing is
 * asked of him while he has no such way.
 */
import { AppError } from '@tessera/shared/errors';
import { hoursUntil } from './signInChange';
import type { IdentityParts } from './IdentityParts';
import type { User } from './users';

export interface OwnCode {
  readonly purpose: 'payment_password' | 'one_time_codes' | 'payee';
  readonly code: string | undefined;
  /** The request's field that brings it. */
  readonly field: string;
  readonly ip: string;
  readonly nowMs: number;
}

export const heldUntilMs = (user: User, channel: 'email' | 'phone'): number =>
  channel === 'email' ? user.emailHeldUntilMs : user.phoneHeldUntilMs;

/** Throws AUTH_NEW_WAY_HELD. */
export function refuseHeld(user: User, channel: 'email' | 'phone', nowMs: number): void {
  const untilMs = heldUntilMs(user, channel);
  if (untilMs > nowMs) throw new AppError('AUTH_NEW_WAY_HELD', { params: { hours: hoursUntil(untilMs, nowMs) } });
}

/** Which of the ways it was sent to is not asked. Throws AUTH_WRONG_CODE, PARAMETER_MISSING and AUTH_NEW_WAY_HELD. */
export async function consumeOwnCode({ codes }: IdentityParts, user: User, { field, code, ...guess }: OwnCode): Promise<void> {
  const bound = (['email', 'phone'] as const).filter((channel) => user[channel] !== null);
  const proven = bound.filter((channel) => heldUntilMs(user, channel) <= guess.nowMs);
  if (proven.length === 0 && user.passwordHash === null) return;
  if (proven.length === 0) for (const channel of bound) refuseHeld(user, channel, guess.nowMs);
  if (code === undefined) throw new AppError('PARAMETER_MISSING', { params: { field } });
  for (const channel of proven) {
    const isRight = await codes.consume({ account: user[channel] ?? '', code, ...guess }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'AUTH_WRONG_CODE') return false;
        throw error;
      },
    );
    if (isRight) return;
  }
  throw new AppError('AUTH_WRONG_CODE', { params: { field } });
}
