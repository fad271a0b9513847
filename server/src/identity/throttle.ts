/**
 * Counts attempts per key and makes each one after a few free ones wait longer. An attempt is counted before the costly
 * or telling work starts, so that a burst of parallel guesses cannot slip through together. Nothing is blocked for ever.
 */
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Clock } from '../platform/Clock';
import type { Db } from '../store/database';

export interface ThrottleRule {
  readonly name: string;
  /** Attempts without any delay. */
  readonly free: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** After so long without an attempt the count starts anew. */
  readonly forgetAfterMs: number;
}

export const throttleRules = {
  loginByAccountAndIp: { name: 'login-account', free: 5, firstDelayMs: 2000, longestDelayMs: 900_000, forgetAfterMs: 3_600_000 },
  loginByIp: { name: 'login-ip', free: 50, firstDelayMs: 1000, longestDelayMs: 900_000, forgetAfterMs: 1_800_000 },
  registerByIp: { name: 'register-ip', free: 50, firstDelayMs: 5000, longestDelayMs: 900_000, forgetAfterMs: 3_600_000 },
  invitationByIp: { name: 'invitation-ip', free: 10, firstDelayMs: 10_000, longestDelayMs: 3_600_000, forgetAfterMs: 86_400_000 },
  codeByIp: { name: 'code-ip', free: 20, firstDelayMs: 30_000, longestDelayMs: 3_600_000, forgetAfterMs: 86_400_000 },
  codeByAccount: { name: 'code-account', free: 10, firstDelayMs: 300_000, longestDelayMs: 7_200_000, forgetAfterMs: 86_400_000 },
  codeGuessByIp: { name: 'code-guess-ip', free: 20, firstDelayMs: 5000, longestDelayMs: 900_000, forgetAfterMs: 3_600_000 },
} as const satisfies Record<string, ThrottleRule>;

export interface Throttle {
  /** Counts one attempt. Throws AUTH_TOO_MANY_TRIES with the seconds to wait when it comes too early. */
  attempt(rule: ThrottleRule, subject: string): Promise<void>;
  /** The attempt succeeded: what came before is forgiven. */
  forgive(rule: ThrottleRule, subject: string): Promise<void>;
}

export function createThrottle({ db, clock }: { db: Db; clock: Clock }): Throttle {
  const keyOf = (rule: ThrottleRule, subject: string) => `${rule.name}:${subject}`;
  return {
    async attempt(rule, subject) {
      const key = keyOf(rule, subject);
      const nowMs = clock.now();
      const { firstDelayMs, longestDelayMs, free, forgetAfterMs } = rule;
      // One statement, so that parallel attempts are counted one by one under the row's lock; none is counted while waiting.
      const counted = await sql`
        insert into throttle as t (key, count, last_at_ms, blocked_until_ms) values (${key}, 1, ${nowMs}, 0)
        on conflict (key) do update set
          count = case when t.last_at_ms < ${nowMs - forgetAfterMs} then 1 else t.count + 1 end,
          last_at_ms = ${nowMs},
          blocked_until_ms = case
            when t.last_at_ms < ${nowMs - forgetAfterMs} or t.count + 1 < ${free} then 0
            else ${nowMs} + least(${longestDelayMs}::bigint, (${firstDelayMs} * power(2, least(t.count + 1 - ${free}, 20)))::bigint)
          end
        where t.blocked_until_ms <= ${nowMs}
        returning t.count`.execute(db);
      if (counted.rows.length > 0) return;
      const blocked = await db.selectFrom('throttle').select('blockedUntilMs').where('key', '=', key).executeTakeFirst();
      const seconds = Math.max(1, Math.ceil(((blocked?.blockedUntilMs ?? nowMs) - nowMs) / 1000));
      throw new AppError('AUTH_TOO_MANY_TRIES', { params: { seconds: String(seconds) } });
    },
    async forgive(rule, subject) {
      await db.deleteFrom('throttle').where('key', '=', keyOf(rule, subject)).execute();
    },
  };
}
