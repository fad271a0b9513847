/**
 * One-time codes of an authenticator app (authenticator.ts), each step of it taken once, and recovery codes for the day the phone
 * is lost. The secret is stored sealed; recovery codes are stored as hashes: they are long and random, so that a plain hash is enough.
 */
import { AppError } from '@tessera/shared/errors';
import { sha256Hex } from '../platform/random';
import { SealBroken } from '../platform/secretBox';
import { authenticatorEntry, authenticatorKeyBytes, authenticatorStep } from './authenticator';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import type { SecretBox } from '../platform/secretBox';
import type { Db, Tx } from '../store/database';

export interface OneTimeCodes {
  /** `within`: the transaction that depends on it. */
  isOn(userId: number, within?: Tx): Promise<boolean>;
  /** Since when they are on; undefined: they are off. */
  onFromMs(userId: number): Promise<number | undefined>;
  /** A new secret, in place of one that was not confirmed. Nothing changes when codes are on: undefined. */
  draw(userId: number, account: string, nowMs: number): Promise<{ readonly secret: string; readonly uri: string } | undefined>;
  /** Is `code` of the newest secret that was drawn and not confirmed? Uses nothing up. */
  isOfNewest(userId: number, code: string, nowMs: number): Promise<boolean>;
  /** Turns codes on if `code` is of the newest secret that was drawn; answers the recovery codes. undefined: it is not, or they are on. */
  confirm(tx: Tx, userId: number, code: string, nowMs: number): Promise<readonly string[] | undefined>;
  /**
   * Uses the code up: one of the app, or a recovery code. false: it is neither, or was used before. Throws FEATURE_UNAVAILABLE when
   * the app's cannot be judged here; recovery codes can.
   */
  consume(userId: number, code: string, nowMs: number): Promise<boolean>;
  /** New recovery codes in place of all others. */
  renewRecovery(tx: Tx, userId: number): Promise<readonly string[]>;
  recoveryLeft(userId: number): Promise<number>;
  turnOff(tx: Tx, userId: number): Promise<void>;
}

/** An unconfirmed secret that somebody saw long ago is no use to him. */
const confirmWithinMs = 900_000;
const recoveryCount = 10;
/** Of 31 letters and digits: 31^10 is about 2^49. */
const recoveryLength = 10;
const recoveryForm = /^[A-HJKMNP-Z2-9]{10}$/;

/** As it is compared: however a keyboard writes letters and digits (those of Chinese and Japanese ones may be wide), and without gaps. */
const plainForm = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();

export const isRecoveryCode = (typed: string): boolean => recoveryForm.test(plainForm(typed));

export interface OneTimeCodeDeps {
  readonly db: Db;
  readonly random: Random;
  readonly box: SecretBox;
  readonly log: Log;
}

/** The secret that the person was shown and has not confirmed yet. */
const newestOf = (from: Db | Tx, userId: number, nowMs: number) =>
  from
    .selectFrom('oneTimeCode')
    .select('sealed')
    .where('userId', '=', userId)
    .where('onFromMs', 'is', null)
    .where('madeAtMs', '>', nowMs - confirmWithinMs);

export function createOneTimeCodes({ db, random, box, log }: OneTimeCodeDeps): OneTimeCodes {
  const labelOf = (userId: number) => `one-time codes of ${userId}`;

  /** The step whose code this is; undefined when it is of none near now. */
  async function stepOf(userId: number, sealed: Buffer, code: string, nowMs: number): Promise<number | undefined> {
    const secret = await box.open(sealed, labelOf(userId)).catch((error: unknown) => {
      if (!(error instanceof SealBroken)) throw error;
      log.error({ err: error }, 'a secret of one-time codes does not open: is ACCOUNT_KEY the one it was sealed with?');
      throw new AppError('FEATURE_UNAVAILABLE', { cause: error });
    });
    return authenticatorStep(secret, code, nowMs);
  }

  async function drawRecovery(tx: Tx, userId: number): Promise<readonly string[]> {
    await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
    const codes = Array.from({ length: recoveryCount }, () => random.letters(recoveryLength));
    await tx
      .insertInto('recoveryCode')
      .values(codes.map((code) => ({ userId, codeHash: sha256Hex(code) })))
      .execute();
    return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
  }

  async function consumeRecovery(userId: number, typed: string, nowMs: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('recoveryCode')
      .set({ usedAtMs: nowMs })
      .where('userId', '=', userId)
      .where('codeHash', '=', sha256Hex(typed))
      .where('usedAtMs', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  return {
    async onFromMs(userId) {
      const row = await db.selectFrom('oneTimeCode').select('onFromMs').where('userId', '=', userId).executeTakeFirst();
      return row?.onFromMs ?? undefined;
    },

    async isOn(userId, within = undefined) {
      const row = await (within ?? db)
        .selectFrom('oneTimeCode')
        .select('userId')
        .where('userId', '=', userId)
        .where('onFromMs', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    async draw(userId, account, nowMs) {
      const secret = random.bytes(authenticatorKeyBytes);
      const sealed = await box.seal(secret, labelOf(userId));
      const kept = await db
        .insertInto('oneTimeCode')
        .values({ userId, sealed, madeAtMs: nowMs, onFromMs: null })
        .onConflict((conflict) =>
          conflict.column('userId').doUpdateSet({ sealed, madeAtMs: nowMs }).where('oneTimeCode.onFromMs', 'is', null),
        )
        .returning('userId')
        .executeTakeFirst();
      if (kept === undefined) return undefined;
      return authenticatorEntry(secret, account);
    },

    async isOfNewest(userId, code, nowMs) {
      const row = await newestOf(db, userId, nowMs).executeTakeFirst();
      return row !== undefined && (await stepOf(userId, row.sealed, code, nowMs)) !== undefined;
    },

    async confirm(tx, userId, code, nowMs) {
      const row = await newestOf(tx, userId, nowMs).forUpdate().executeTakeFirst();
      const step = row === undefined ? undefined : await stepOf(userId, row.sealed, code, nowMs);
      if (step === undefined) return undefined;
      await tx.updateTable('oneTimeCode').set({ onFromMs: nowMs, lastStep: step }).where('userId', '=', userId).execute();
      return drawRecovery(tx, userId);
    },

    async consume(userId, typed, nowMs) {
      const code = plainForm(typed);
      if (recoveryForm.test(code)) return consumeRecovery(userId, code, nowMs);
      const row = await db
        .selectFrom('oneTimeCode')
        .select('sealed')
        .where('userId', '=', userId)
        .where('onFromMs', 'is not', null)
        .executeTakeFirst();
      const step = row === undefined ? undefined : await stepOf(userId, row.sealed, code, nowMs);
      if (step === undefined) return false;
      // One statement: of two calls with one code, one finds the step used.
      const { numUpdatedRows } = await db
        .updateTable('oneTimeCode')
        .set({ lastStep: step })
        .where('userId', '=', userId)
        .where('lastStep', '<', step)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    renewRecovery: drawRecovery,

    async recoveryLeft(userId) {
      const { left } = await db
        .selectFrom('recoveryCode')
        .where('userId', '=', userId)
        .where('usedAtMs', 'is', null)
        .select((eb) => eb.fn.countAll<number>().as('left'))
        .executeTakeFirstOrThrow();
      return left;
    },

    async turnOff(tx, userId) {
      await tx.deleteFrom('oneTimeCode').where('userId', '=', userId).execute();
    },
  };
}
