import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../store/tables';

export const idleLimitMs = 7 * 86_400_000;
export const absoluteLimitMs = 30 * 86_400_000;
/** For who asks later when and how a session ended. */
export const endedKeptMs = 90 * 86_400_000;

/** Not ended, not grown too old, and nobody's who is frozen or locked. */
export const isLive = (row: ExpressionBuilder<Tables, 'session' | 'appUser'>, nowMs: number) =>
  row.and([
    row('revokedAtMs', 'is', null),
    row('frozenAtMs', 'is', null),
    row('lockedAtMs', 'is', null),
    row('session.lastSeenAtMs', '>', nowMs - idleLimitMs),
    row('session.createdAtMs', '>', nowMs - absoluteLimitMs),
  ]);
