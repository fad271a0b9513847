import { isRecoveryCode, type OneTimeCodes } from './OneTimeCodes';
import { countOf, type Throttle, type ThrottleRule } from './throttle';

/**
 * One try at a one-time code by somebody who proved the password, counted by account before it is judged; a right one uses the
 * code up and forgets the tries. A recovery code is one of too many to be guessed and is not counted: who guesses at the
 * app's codes cannot keep the owner from getting in with one. Throws AUTH_TOO_MANY_TRIES.
 */
export async function judgeOneTimeCode(
  { oneTimeCodes, throttle }: { readonly oneTimeCodes: OneTimeCodes; readonly throttle: Throttle },
  rule: ThrottleRule,
  { userId, typed, nowMs }: { readonly userId: number; readonly typed: string; readonly nowMs: number },
): Promise<boolean> {
  if (isRecoveryCode(typed)) return oneTimeCodes.consume(userId, typed, nowMs);
  const byAccount = countOf(rule, String(userId));
  await throttle.attempt(byAccount);
  const isRight = await oneTimeCodes.consume(userId, typed, nowMs);
  if (isRight) await throttle.forgive(byAccount);
  return isRight;
}
