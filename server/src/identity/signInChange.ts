/**
 * What follows every change of a way to sign in. A thief who got through once must not take money out at once, nor stay
 * unseen: withdrawals are held for a day, and every way by which the person could be reached before the change is told.
 */
import { sql } from 'kysely';
import type { Messages } from '../content/messages';
import type { Texts } from '../content/texts';
import type { Tx } from '../store/database';
import { tellEverywhere } from './tellEverywhere';
import type { User } from './users';

/** How long after a change no money leaves, and a newly bound address or number sets no new password. */
export const signInHoldMs = 86_400_000;
const hourMs = 3_600_000;

export const hoursUntil = (untilMs: number, nowMs: number): string => String(Math.max(1, Math.ceil((untilMs - nowMs) / hourMs)));

export type SignInChange =
  | 'password_changed'
  | 'payment_password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'one_time_codes_off';

/** Within the transaction of the change: the hold, the message in the app, and the notices that are owed to the ways `user` had before. */
export async function holdAfterChange(
  parts: { readonly messages: Pick<Messages, 'send'>; readonly texts: Texts },
  tx: Tx,
  { user, kind, nowMs }: { readonly user: User; readonly kind: SignInChange; readonly nowMs: number },
): Promise<void> {
  await tx
    .updateTable('appUser')
    .set({ withdrawalsHeldUntilMs: sql<number>`greatest(withdrawals_held_until_ms, ${nowMs + signInHoldMs}::bigint)` })
    .where('id', '=', user.id)
    .execute();
  await tellEverywhere(parts, tx, { user, kind, params: { hours: String(signInHoldMs / hourMs) }, nowMs });
}
