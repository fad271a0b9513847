/**
 * What follows every change of a way to sign in. A thief who got through once must not take money out at once, nor stay
 * unseen: withdrawals are held for a day, and every way by which the person could be reached before the change is told.
 */
import { sql } from 'kysely';
import type { Tx } from '../store/database';
import type { IdentityParts } from './IdentityParts';
import type { User } from './users';

/** How long after a change no money leaves, and a newly bound address sets no new password. */
export const signInHoldMs = 86_400_000;
const hourMs = 3_600_000;

export const hoursUntil = (untilMs: number, nowMs: number): string => String(Math.max(1, Math.ceil((untilMs - nowMs) / hourMs)));

export type SignInChange = 'password_changed' | 'payment_password_changed' | 'email_changed';

const paramsOf = () => ({ hours: String(signInHoldMs / hourMs) });

/** Within the transaction of the change: the hold, and the message in the app. */
export async function holdAfterChange(
  { messages }: Pick<IdentityParts, 'messages'>,
  tx: Tx,
  { user, kind, nowMs }: { readonly user: User; readonly kind: SignInChange; readonly nowMs: number },
): Promise<void> {
  await tx
    .updateTable('appUser')
    .set({ withdrawalsHeldUntilMs: sql<number>`greatest(withdrawals_held_until_ms, ${nowMs + signInHoldMs}::bigint)` })
    .where('id', '=', user.id)
    .execute();
  await messages.send(tx, { userId: user.id, kind, params: paramsOf(), nowMs });
}

/** After the change is decided. `before` is the person's row as it was: its address and number are the old ways. */
export async function tellOldWays(
  { delivery, texts, log }: Pick<IdentityParts, 'delivery' | 'texts' | 'log'>,
  before: User,
  kind: SignInChange,
): Promise<void> {
  const title = texts.say(before.language, `messages.${kind}.title`);
  const body = texts.say(before.language, `messages.${kind}.body`, paramsOf());
  const told = [
    ...(before.email === null ? [] : [delivery.email(before.email, title, body)]),
    ...(before.phone === null ? [] : [delivery.sms(before.phone, `${title}. ${body}`)]),
  ];
  // The change stands: a mail service that is away is no reason to hide that from the person.
  for (const outcome of await Promise.allSettled(told)) {
    if (outcome.status === 'rejected')
      log.error({ err: outcome.reason as unknown, kind }, 'an old way to sign in could not be told');
  }
}
