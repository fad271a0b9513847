/**
 * Verification codes: six random digits, ten minutes, one use, for one purpose and one account. A code takes five guesses from
 * where it was asked for (docs/decisions/0037-what-counts-against-an-address.md) and five from everywhere else together, so that no stranger
 * uses up the person's own. A new code may be asked for after 60 seconds; the one before stays good. Whether the account exists
 * makes no difference to who asks: a code for nobody is noted like any other, is not delivered, and no guess is it.
 */
import { AppError } from '@tessera/shared/errors';
import { visitorOf } from '../platform/addressPrefixes';
import { isSameSecret, sha256Hex } from '../platform/random';
import type { CodePurpose } from '@tessera/shared/contract';
import type { Random } from '../platform/random';
import type { Db, Tx } from '../store/database';

export const codeLifeMs = 600_000;
export const resendAfterMs = 60_000;
const guessesAtMost = 5;
/** Of the codes asked for here, and of those asked for elsewhere: so many of the newest are good. */
const goodAtOnce = 2;

interface CodeOf {
  readonly account: string;
  readonly purpose: CodePurpose;
  readonly ip: string;
  readonly nowMs: number;
}

export interface Codes {
  /** Throws AUTH_CODE_TOO_SOON within 60 seconds of the last one. */
  refuseTooSoon(account: string, purpose: CodePurpose, nowMs: number): Promise<void>;
  /** Throws AUTH_CODE_TOO_SOON as well: two requests may come at one moment. One that is not sent fits no guess. */
  issue(
    asked: CodeOf & { readonly isSent: boolean },
  ): Promise<{ readonly code: string; readonly resendAtMs: number; readonly expiresAtMs: number }>;
  /** Uses the code up, and all others of its account and purpose; or throws AUTH_WRONG_CODE. Each call is one guess. */
  consume(guess: CodeOf & { readonly code: string }): Promise<void>;
}

export function createCodes({ db, random }: { db: Db; random: Random }): Codes {
  const hashOf = (salt: string, text: string) => sha256Hex(`${salt}:${text}`);

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

    async issue({ account, purpose, ip, nowMs, isSent }) {
      const code = random.digits(6);
      const salt = random.token(128);
      const codeHash = hashOf(salt, isSent ? code : random.token(128));
      const askedFromHash = hashOf(salt, visitorOf(ip));
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
          .insertInto('verificationCode')
          .values({ account, purpose, salt, codeHash, askedFromHash, sentAtMs: nowMs, expiresAtMs })
          .execute();
      });
      return { code, resendAtMs: nowMs + resendAfterMs, expiresAtMs };
    },

    async consume({ account, purpose, code, ip, nowMs }) {
      const isRight = await db.transaction().execute(async (tx) => {
        // Held, so that of guesses at one moment each is judged and counted by itself.
        const rows = await tx
          .selectFrom('verificationCode')
          .selectAll()
          .where('account', '=', account)
          .where('purpose', '=', purpose)
          .where('usedAtMs', 'is', null)
          .where('expiresAtMs', '>', nowMs)
          .orderBy('id', 'desc')
          .forUpdate()
          .execute();
        const live = rows.map((row) => ({ ...row, isHere: isSameSecret(hashOf(row.salt, visitorOf(ip)), row.askedFromHash) }));
        const good = [
          ...live.filter(({ isHere }) => isHere).slice(0, goodAtOnce),
          ...live.filter(({ isHere }) => !isHere).slice(0, goodAtOnce),
        ];
        const judged = good.filter(({ isHere, tries, triesElsewhere }) => (isHere ? tries : triesElsewhere) < guessesAtMost);
        if (judged.some(({ salt, codeHash }) => isSameSecret(hashOf(salt, code), codeHash))) {
          await tx
            .updateTable('verificationCode')
            .set({ usedAtMs: nowMs })
            .where(
              'id',
              'in',
              live.map(({ id }) => id),
            )
            .execute();
          return true;
        }
        for (const { id, isHere } of judged) {
          await tx
            .updateTable('verificationCode')
            .set((eb) => (isHere ? { tries: eb('tries', '+', 1) } : { triesElsewhere: eb('triesElsewhere', '+', 1) }))
            .where('id', '=', id)
            .execute();
        }
        return false;
      });
      if (!isRight) throw new AppError('AUTH_WRONG_CODE');
    },
  };
}
