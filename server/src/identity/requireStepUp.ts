/**
 * Step-up: a session alone does not change how a person signs in, nor what leaves his account. He proves once more that it
 * is he, with the payment password where he has set one, else with the login password, else (who has neither) with a fresh
 * signature of his wallet; and with a one-time code once those are on. The proof travels in the call that
 * it confirms and nothing of it is kept, so it holds for that purpose and that content only. Tries are counted before they
 * are judged and outside the transaction of the change: a refusal does not undo the count.
 */
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { SignedIn } from '../http/handler';
import { rowId } from '../store/rowId';
import { judgeOneTimeCode } from './judgeOneTimeCode';
import { countOf, throttleRules, type Throttle } from './throttle';
import type { Messages } from '../content/messages';
import type { Db } from '../store/database';
import type { OneTimeCodes } from './OneTimeCodes';
import type { Passwords } from './passwords';
import type { User } from './users';
import type { WalletTexts } from './walletTexts';

export const wrongTriesAtMost = 5;
export const lockMs = 900_000;

/**
 * What is confirmed. Each purpose has its own count, for each sign-in and what carries it on: who sits at a stolen session
 * locks nothing for the person who signs in again.
 */
export type StepUpPurpose =
  | 'login_password'
  | 'payment_password'
  | 'email'
  | 'phone'
  | 'one_time_codes'
  | 'limits'
  | 'payee'
  | 'withdrawal'
  | 'treasure'
  | 'project'
  | 'loan';

/** As the call brought it. */
export type StepUpProof =
  | { readonly factor: 'login' | 'payment'; readonly password: string | undefined }
  | { readonly factor: 'wallet'; readonly nonce: string | undefined; readonly signature: string | undefined };

/** The fields of a call that carry proofs. */
export interface StepUpFields {
  readonly stepUpPassword?: string | undefined;
  readonly stepUpCode?: string | undefined;
  readonly stepUpNonce?: string | undefined;
  readonly stepUpSignature?: string | undefined;
}

export interface StepUpRequest {
  readonly user: User;
  readonly signedIn: Pick<SignedIn, 'sessionId'>;
  readonly purpose: StepUpPurpose;
  /** All must be right; together they are one try. */
  readonly proofs: readonly StepUpProof[];
  /** As typed; asked for of anyone who has one-time codes on. */
  readonly code: string | undefined;
  readonly ip: string;
  readonly nowMs: number;
}

/**
 * Throws AUTH_STEP_UP_REQUIRED when a proof is missing (not a try), AUTH_WRONG_OLD_PASSWORD, AUTH_WRONG_PAYMENT_PASSWORD,
 * AUTH_WALLET_SIGNATURE_WRONG or AUTH_WRONG_ONE_TIME_CODE with the tries that are `left`, AUTH_STEP_UP_LOCKED with the `minutes` to wait after
 * the fifth, and AUTH_TOO_MANY_TRIES with the `seconds` to wait after many wrong codes or payment passwords of the account.
 */
export type RequireStepUp = (request: StepUpRequest) => Promise<void>;

/** The login password; the wallet of who has none. */
export const loginProof = (user: User, fields: StepUpFields): StepUpProof =>
  user.passwordHash === null
    ? { factor: 'wallet', nonce: fields.stepUpNonce, signature: fields.stepUpSignature }
    : { factor: 'login', password: fields.stepUpPassword };

/** The strongest that the person has. */
export const strongestProof = (user: User, fields: StepUpFields): Pick<StepUpRequest, 'proofs' | 'code'> => ({
  proofs: [user.paymentPasswordHash === null ? loginProof(user, fields) : { factor: 'payment', password: fields.stepUpPassword }],
  code: fields.stepUpCode,
});

const isMissing = (text: string | undefined): boolean => text === undefined || text === '';
const isBrought = (proof: StepUpProof): boolean =>
  proof.factor === 'wallet' ? !isMissing(proof.nonce) && !isMissing(proof.signature) : !isMissing(proof.password);

export interface StepUpDeps {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly oneTimeCodes: OneTimeCodes;
  readonly throttle: Throttle;
  readonly walletTexts: WalletTexts;
  readonly messages: Messages;
}

const refusals = {
  login: 'AUTH_WRONG_OLD_PASSWORD',
  payment: 'AUTH_WRONG_PAYMENT_PASSWORD',
  wallet: 'AUTH_WALLET_SIGNATURE_WRONG',
  code: 'AUTH_WRONG_ONE_TIME_CODE',
} as const;

export function createRequireStepUp({ db, passwords, oneTimeCodes, throttle, walletTexts, messages }: StepUpDeps): RequireStepUp {
  async function familyOf({ sessionId }: StepUpRequest['signedIn']): Promise<number> {
    const { id, family } = await db
      .selectFrom('session')
      .select(['id', 'family'])
      .where('id', '=', rowId(sessionId))
      .executeTakeFirstOrThrow();
    return family ?? id;
  }

  async function locked(family: number, purpose: StepUpPurpose, nowMs: number): Promise<AppError> {
    const row = await db
      .selectFrom('stepUpTry')
      .select('lockedUntilMs')
      .where('family', '=', family)
      .where('purpose', '=', purpose)
      .executeTakeFirst();
    const minutes = Math.max(1, Math.ceil(((row?.lockedUntilMs ?? nowMs) - nowMs) / 60_000));
    return new AppError('AUTH_STEP_UP_LOCKED', { params: { minutes: String(minutes) } });
  }

  /** The number of this try. The fifth locks the purpose before it is judged, so that no sixth runs beside it. */
  async function countTry(family: number, purpose: StepUpPurpose, nowMs: number): Promise<number> {
    const isForgotten = sql`t.last_at_ms <= ${nowMs - lockMs}`;
    const { rows } = await sql<{ wrong: number }>`
      insert into step_up_try as t (family, purpose, wrong, last_at_ms, locked_until_ms)
      values (${family}, ${purpose}, 1, ${nowMs}, 0)
      on conflict (family, purpose) do update set
        wrong = case when ${isForgotten} then 1 else t.wrong + 1 end,
        last_at_ms = ${nowMs},
        locked_until_ms = case when not ${isForgotten} and t.wrong + 1 >= ${wrongTriesAtMost} then ${nowMs + lockMs}::bigint else 0 end
      where t.locked_until_ms <= ${nowMs}
      returning wrong`.execute(db);
    if (rows[0] === undefined) throw await locked(family, purpose, nowMs);
    return rows[0].wrong;
  }

  async function isRight({ user, purpose, ip, nowMs }: StepUpRequest, proof: StepUpProof): Promise<boolean> {
    if (proof.factor === 'wallet') {
      const { nonce = '', signature = '' } = proof;
      const address = user.wallet ?? '';
      return walletTexts.isSigned({ nonce, signature, address, purpose, userId: user.id, ip, nowMs });
    }
    if (proof.factor === 'login') return passwords.verify(user.passwordHash, proof.password ?? '');
    const byAccount = countOf(throttleRules.stepUpPaymentByAccount, String(user.id));
    await throttle.attempt(byAccount);
    const isMatching = await passwords.verify(user.paymentPasswordHash, proof.password ?? '');
    if (isMatching) await throttle.forgive(byAccount);
    return isMatching;
  }

  /**
   * The first that is wrong. A code is judged last, so that a wrong password does not use one up. Wrong codes and payment passwords are counted by
   * account too: the tries of a sign-in, of several purposes, begin again every quarter of an hour, and are many by the month.
   */
  async function wrongOne(request: StepUpRequest, needsCode: boolean): Promise<keyof typeof refusals | undefined> {
    const { user, proofs, code, nowMs } = request;
    let wrong: keyof typeof refusals | undefined;
    for (const proof of proofs) {
      if (!(await isRight(request, proof))) wrong ??= proof.factor;
    }
    if (wrong !== undefined || !needsCode) return wrong;
    const guess = { userId: user.id, typed: code ?? '', nowMs };
    return (await judgeOneTimeCode({ oneTimeCodes, throttle }, throttleRules.stepUpCodeByAccount, guess)) ? undefined : 'code';
  }

  return async (request) => {
    const { user, signedIn, purpose, proofs, code, nowMs } = request;
    const needsCode = await oneTimeCodes.isOn(user.id);
    if (!proofs.every(isBrought) || (needsCode && isMissing(code))) throw new AppError('AUTH_STEP_UP_REQUIRED');
    const family = await familyOf(signedIn);
    const wrong = await countTry(family, purpose, nowMs);
    let wrongFactor: keyof typeof refusals | undefined;
    try {
      wrongFactor = await wrongOne(request, needsCode);
    } catch (error) {
      // Not judged: the server is too busy to check a password, or the code comes too soon. The try is given back.
      await db
        .updateTable('stepUpTry')
        .set((eb) => ({ wrong: eb('wrong', '-', 1), lockedUntilMs: 0 }))
        .where('family', '=', family)
        .where('purpose', '=', purpose)
        .execute();
      throw error;
    }
    if (wrongFactor === undefined) {
      await db.deleteFrom('stepUpTry').where('family', '=', family).where('purpose', '=', purpose).execute();
      return;
    }
    if (wrong < wrongTriesAtMost) {
      throw new AppError(refusals[wrongFactor], { params: { left: String(wrongTriesAtMost - wrong) } });
    }
    // Somebody else may sit at the person's session: he is told.
    await db
      .transaction()
      .execute((tx) =>
        messages.send(tx, { userId: user.id, kind: 'step_up_locked', params: { minutes: String(lockMs / 60_000) }, nowMs }),
      );
    throw await locked(family, purpose, nowMs);
  };
}
