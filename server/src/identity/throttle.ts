/**
 * Counts attempts per key and makes each one after a few free ones wait longer. An attempt is counted before the costly
 * or telling work starts, so that a burst of parallel guesses cannot slip through together; what turns out to be no guess is
 * given back, so that an office behind one address does not lock itself out by signing in. Nothing is blocked for ever.
 */
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { addressPrefixes } from '../platform/addressPrefixes';
import type { Clock } from '../platform/Clock';
import type { Db } from '../store/database';

export interface ThrottleRule {
  readonly name: string;
  /** Attempts without any delay. */
  readonly free: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** After so long without an attempt the count starts again. */
  readonly forgetAfterMs: number;
}

export const throttleRules = {
  loginByAccount: { name: 'login-account', free: 5, firstDelayMs: 2000, maxDelayMs: 900_000, forgetAfterMs: 3_600_000 },
  // The password was right, the one-time code was not: anyone who tries knows the password, from wherever he tries.
  oneTimeCodeByAccount: {
    name: 'one-time-code',
    free: 10,
    firstDelayMs: 5000,
    maxDelayMs: 900_000,
    forgetAfterMs: 86_400_000,
  },
  // The same at a step-up; apart, so that a stolen session does not delay a sign-in.
  stepUpCodeByAccount: { name: 'step-up-code', free: 10, firstDelayMs: 5000, maxDelayMs: 900_000, forgetAfterMs: 86_400_000 },
  // The password of who has another beside it: a sign-in anew begins its own tries at a step-up again. The owner waits a minute at most.
  stepUpPaymentByAccount: {
    name: 'step-up-payment',
    free: 50,
    firstDelayMs: 5000,
    maxDelayMs: 60_000,
    forgetAfterMs: 86_400_000,
  },
  // Somebody who says that a document is his which is another's learns that it is verified here.
  identityByUser: { name: 'identity-user', free: 5, firstDelayMs: 60_000, maxDelayMs: 3_600_000, forgetAfterMs: 86_400_000 },
  loginByIp: { name: 'login-ip', free: 50, firstDelayMs: 1000, maxDelayMs: 900_000, forgetAfterMs: 1_800_000 },
  registerByIp: { name: 'register-ip', free: 50, firstDelayMs: 5000, maxDelayMs: 900_000, forgetAfterMs: 3_600_000 },
  invitationByIp: { name: 'invitation-ip', free: 10, firstDelayMs: 10_000, maxDelayMs: 3_600_000, forgetAfterMs: 86_400_000 },
  puzzleByIp: { name: 'puzzle-ip', free: 20, firstDelayMs: 1000, maxDelayMs: 60_000, forgetAfterMs: 1_800_000 },
  codeByIp: { name: 'code-ip', free: 20, firstDelayMs: 30_000, maxDelayMs: 3_600_000, forgetAfterMs: 86_400_000 },
  codeByAccount: { name: 'code-account', free: 10, firstDelayMs: 300_000, maxDelayMs: 7_200_000, forgetAfterMs: 86_400_000 },
  // For all strangers together: it spares a mailbox, and must not keep its owner from a code for long.
  codeByAnybody: { name: 'code-anybody', free: 20, firstDelayMs: 60_000, maxDelayMs: 120_000, forgetAfterMs: 86_400_000 },
  codeGuessByIp: { name: 'code-guess-ip', free: 20, firstDelayMs: 5000, maxDelayMs: 900_000, forgetAfterMs: 3_600_000 },
} as const satisfies Record<string, ThrottleRule>;

/** What an attempt is counted under. */
export interface ThrottleKey {
  readonly rule: ThrottleRule;
  readonly subject: string;
  /** How many allowances the subject has. */
  readonly share: number;
}
export const countOf = (rule: ThrottleRule, subject: string): ThrottleKey => ({ rule, subject, share: 1 });
/** The visitor's address and the networks around it, the widest first: a refusal there leaves the others uncounted. */
export const countsFrom = (rule: ThrottleRule, ip: string): readonly ThrottleKey[] =>
  addressPrefixes(ip)
    .map(({ prefix, share }) => ({ rule, subject: prefix, share }))
    .reverse();

export interface Attempt {
  /** It was no guess: none of its counts has happened. Failures before it stay. */
  succeeded(): Promise<void>;
}

export interface Throttle {
  /** Counts one attempt under every key. Throws AUTH_TOO_MANY_TRIES with the seconds to wait when it comes too early for one. */
  attempt(...keys: readonly ThrottleKey[]): Promise<Attempt>;
  /** How many attempts are counted at present. */
  count(key: ThrottleKey): Promise<number>;
  /** An attempt of some time ago turned out well. */
  giveBack(...keys: readonly ThrottleKey[]): Promise<void>;
  /** Who knows the secret is not delayed by who guessed at it before. */
  forgive(key: ThrottleKey): Promise<void>;
}

interface Counted {
  readonly key: string;
  readonly blockedUntilMs: number;
  /** Of the attempt before; undefined when this is the first. */
  readonly lastAtMs: number | undefined;
}

export function createThrottle({ db, clock }: { db: Db; clock: Clock }): Throttle {
  const rowKey = ({ rule, subject }: ThrottleKey) => `${rule.name}:${subject}`;

  /** undefined while the key is blocked. */
  async function count(throttled: ThrottleKey, nowMs: number): Promise<Counted | undefined> {
    const key = rowKey(throttled);
    const { firstDelayMs, maxDelayMs, forgetAfterMs } = throttled.rule;
    const free = throttled.rule.free * throttled.share;
    // One statement, so that parallel attempts are counted one by one under the row's lock; none is counted while waiting.
    const { rows } = await sql<Omit<Counted, 'key' | 'lastAtMs'> & { lastAtMs: number | null }>`
      with before as (select last_at_ms from throttle where key = ${key})
      insert into throttle as t (key, count, last_at_ms, blocked_until_ms) values (${key}, 1, ${nowMs}, 0)
      on conflict (key) do update set
        count = case when t.last_at_ms < ${nowMs - forgetAfterMs} then 1 else t.count + 1 end,
        last_at_ms = ${nowMs},
        blocked_until_ms = case
          when t.last_at_ms < ${nowMs - forgetAfterMs} or t.count + 1 < ${free} then 0
          else ${nowMs} + least(${maxDelayMs}::bigint, (${firstDelayMs} * power(2, least(t.count + 1 - ${free}, 20)))::bigint)
        end
      where t.blocked_until_ms <= ${nowMs}
      returning t.blocked_until_ms, (select last_at_ms from before)`.execute(db);
    const row = rows[0];
    return row === undefined ? undefined : { key, blockedUntilMs: row.blockedUntilMs, lastAtMs: row.lastAtMs ?? undefined };
  }

  /** As if it had never been counted: neither does it delay the next one, nor does it keep old failures from being forgotten. */
  async function undo(counted: readonly Counted[]): Promise<void> {
    for (const { key, blockedUntilMs, lastAtMs } of counted) {
      await sql`
        update throttle set
          count = greatest(count - 1, 0),
          last_at_ms = coalesce(${lastAtMs ?? null}::bigint, last_at_ms),
          blocked_until_ms = case when blocked_until_ms = ${blockedUntilMs}::bigint then 0 else blocked_until_ms end
        where key = ${key}`.execute(db);
    }
  }

  return {
    async attempt(...keys) {
      const nowMs = clock.now();
      const counted: Counted[] = [];
      for (const throttled of keys) {
        const one = await count(throttled, nowMs);
        if (one !== undefined) {
          counted.push(one);
          continue;
        }
        // Not made after all: what was counted for it is given back.
        await undo(counted);
        const blocked = await db
          .selectFrom('throttle')
          .select('blockedUntilMs')
          .where('key', '=', rowKey(throttled))
          .executeTakeFirst();
        const seconds = Math.max(1, Math.ceil(((blocked?.blockedUntilMs ?? nowMs) - nowMs) / 1000));
        throw new AppError('AUTH_TOO_MANY_TRIES', { params: { seconds: String(seconds) } });
      }
      return { succeeded: () => undo(counted) };
    },
    async count(key) {
      const row = await db
        .selectFrom('throttle')
        .select('count')
        .where('key', '=', rowKey(key))
        .where('lastAtMs', '>=', clock.now() - key.rule.forgetAfterMs)
        .executeTakeFirst();
      return row?.count ?? 0;
    },
    async giveBack(...keys) {
      for (const throttled of keys) {
        await sql`
          update throttle set
            count = greatest(count - 1, 0),
            blocked_until_ms = case when count <= ${throttled.rule.free * throttled.share} then 0 else blocked_until_ms end
          where key = ${rowKey(throttled)}`.execute(db);
      }
    },
    async forgive(key) {
      await db.deleteFrom('throttle').where('key', '=', rowKey(key)).execute();
    },
  };
}
