/**
 * Verification codes: six random digits, ten minutes, one use, five guesses, for one purpose and one account. A new code
 * may be asked for after 60 seconds and replaces the one before. Whether the account exists makes no difference to who asks:
 * a code for nobody is noted like any other, is not delivered, and no guess is it.
 */
import { AppError } from '@tessera/shared/errors';
import { isSameSecret, sha256Hex } from '../platform/random';
import type { CodePurpose } from '@tessera/shared/contract';
import type { Random } from '../platform/random';
import type { Db, Tx } from '../store/database';

export const codeLifeMs = 600_000;
export const resendAfterMs = 60_000;
const guessesAtMost = 5;

export interface Codes {
  /** Throws AUTH_CODE_TOO_SOON within 60 seconds of the last one. */
  refuseTooSoon(account: string, purpose: CodePurpose, nowMs: number): Promise<void>;
  /** Throws AUTH_CODE_TOO_SOON as well: two requests may come at one moment. One that is not sent fits no guess. */
  issue(
    account: string,
    purpose: CodePurpose,
    nowMs: number,
    isSent: boolean,
  ): Promise<{ readonly code: string; readonly resendAtMs: number; readonly expiresAtMs: number }>;
  /** Uses the code up, or throws AUTH_WRONG_CODE. Each call is one guess. */
  consume(account: string, purpose: CodePurpose, code: string, nowMs: number): Promise<void>;
}

export function createCodes({ db, random }: { db: Db; random: Random }): Codes {
  const hashOf = (salt: string, code: string) => sha256Hex(`${salt}:${code}`);

  async function refuseTooSoon(from: Db | Tx, account: string, purpose: CodePurpose, nowMs: number): Promise<void> {
    const last = await from
      .selectFrom('verificationCode')
      .select('sentAtMs')
      .where('account', '=', account)
      .where('purpose', '=', purpose)
      .orderBy('sentAtMs', 'desc')
      .limit(1)
      .executeTakeFirst();
    const waitMs = last === undefined ? 0 : last.sentAtMs + resendAfterMs - nowMs;
    if (waitMs > 0) throw new AppError('AUTH_CODE_TOO_SOON', { params: { seconds: String(Math.ceil(waitMs / 1000)) } });
  }

  return {
    refuseTooSoon: (account, purpose, nowMs) => refuseTooSoon(db, account, purpose, nowMs),

    async issue(account, purpose, nowMs, isSent) {
      const code = random.digits(6);
      const salt = random.token(128);
      const codeHash = hashOf(salt, isSent ? code : random.token(128));
      const expiresAtMs = nowMs + codeLifeMs;
      await db.transaction().execute(async (tx) => {
        // Two requests at one moment: the second waits for the first one's row lock and then finds its code.
        await tx
          .insertInto('throttle')
          .values({ key: `code-lock:${purpose}:${account}`, count: 0, lastAtMs: nowMs, blockedUntilMs: 0 })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ lastAtMs: nowMs }))
          .execute();
        await refuseTooSoon(tx, account, purpose, nowMs);
        await tx
          .updateTable('verificationCode')
          .set({ usedAtMs: nowMs })
          .where('account', '=', account)
          .where('purpose', '=', purpose)
          .where('usedAtMs', 'is', null)
          .execute();
        await tx
          .insertInto('verificationCode')
          .values({ account, purpose, salt, codeHash, sentAtMs: nowMs, expiresAtMs })
          .execute();
      });
      return { code, resendAtMs: nowMs + resendAfterMs, expiresAtMs };
    },

    async consume(account, purpose, code, nowMs) {
      // The guess is counted before it is judged, so parallel guesses cannot share one count.
      const guessed = await db
        .updateTable('verificationCode')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('account', '=', account)
        .where('purpose', '=', purpose)
        .where('usedAtMs', 'is', null)
        .where('expiresAtMs', '>', nowMs)
        .where('tries', '<', guessesAtMost)
        .returning(['id', 'salt', 'codeHash'])
        .executeTakeFirst();
      if (guessed === undefined || !isSameSecret(hashOf(guessed.salt, code), guessed.codeHash))
        throw new AppError('AUTH_WRONG_CODE');
      const used = await db
        .updateTable('verificationCode')
        .set({ usedAtMs: nowMs })
        .where('id', '=', guessed.id)
        .where('usedAtMs', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows !== 1n) throw new AppError('AUTH_WRONG_CODE');
    },
  };
}
