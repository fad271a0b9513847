/**
 * The way in behind the first proof, whether that was a password or a signature: the mark of an operator, the one-time code, and the
 * session, opened with the person's row held and everything asked again.
 */
import { AppError } from '@tessera/shared/errors';
import { holdPerson } from './holdPerson';
import { judgeOneTimeCode } from './judgeOneTimeCode';
import { deliverNoticesOf } from './owedNotices';
import { noteSignIn, tellOfNewDevice } from './signIns';
import { tellEverywhere } from './tellEverywhere';
import { countOf, throttleRules } from './throttle';
import type { IdentityParts } from './IdentityParts';
import type { OpenedSession } from './sessions';
import type { User } from './users';

export interface Entering {
  /** As it was when the first proof was judged. */
  readonly user: User;
  readonly way: 'password' | 'wallet';
  /** The one-time code as typed. */
  readonly code: string | undefined;
  /** A code is wanted, or was wrong: what opened this call may open another. */
  readonly onCodeWanted: () => Promise<void>;
  /** Does the first proof hold for the row as it is now? */
  readonly isStillProven: (held: User) => boolean | Promise<boolean>;
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly nowMs: number;
}

/** From so many wrong codes on the person is told, once an hour. */
const wrongCodesToldFrom = 5;
const toldEveryMs = 3_600_000;

export function refuseMarked({ frozenAtMs, lockedAtMs }: User): void {
  if (frozenAtMs !== null) throw new AppError('AUTH_ACCOUNT_FROZEN');
  if (lockedAtMs !== null) throw new AppError('AUTH_ACCOUNT_LOCKED');
}

/** Somebody who got past the first proof guesses at the second. */
async function tellOfWrongCodes(parts: IdentityParts, user: User, nowMs: number): Promise<void> {
  const { db, throttle } = parts;
  const wrong = await throttle.count(countOf(throttleRules.oneTimeCodeByAccount, String(user.id)));
  if (wrong < wrongCodesToldFrom) return;
  await db.transaction().execute(async (tx) => {
    const held = await holdPerson(tx, user.id);
    const told = await tx
      .selectFrom('userMessage')
      .select('id')
      .where('userId', '=', user.id)
      .where('kind', '=', 'wrong_one_time_codes')
      .where('atMs', '>', nowMs - toldEveryMs)
      .limit(1)
      .executeTakeFirst();
    if (told === undefined) await tellEverywhere(parts, tx, { user: held, kind: 'wrong_one_time_codes', nowMs });
  });
  void deliverNoticesOf(parts, user.id, nowMs);
}

/** The person has them on: true. Wrong codes are counted by account alone: anyone who sends one got past the first proof. */
async function requireCode(parts: IdentityParts, { user, code, onCodeWanted, nowMs }: Entering): Promise<boolean> {
  if (!(await parts.oneTimeCodes.isOn(user.id))) return false;
  const isTyped = code !== undefined && code !== '';
  const guess = { userId: user.id, typed: code ?? '', nowMs };
  if (isTyped && (await judgeOneTimeCode(parts, throttleRules.oneTimeCodeByAccount, guess))) return true;
  if (isTyped) await tellOfWrongCodes(parts, user, nowMs);
  await onCodeWanted();
  throw new AppError(isTyped ? 'AUTH_WRONG_CODE' : 'AUTH_ONE_TIME_CODE_REQUIRED');
}

export async function enter(parts: IdentityParts, entering: Entering): Promise<OpenedSession> {
  const { user, way, isStillProven, ip, userAgent, nowMs } = entering;
  const { db, oneTimeCodes, sessions } = parts;
  const hasShownCode = await requireCode(parts, entering);
  const opened = await db.transaction().execute(async (tx) => {
    const held = await holdPerson(tx, user.id);
    if (!(await isStillProven(held))) throw new AppError('AUTH_WRONG_CREDENTIALS');
    refuseMarked(held);
    // They were turned on while the first proof was being judged.
    if (!hasShownCode && (await oneTimeCodes.isOn(held.id, tx))) throw new AppError('AUTH_ONE_TIME_CODE_REQUIRED');
    await tellOfNewDevice(parts, tx, { user: held, ip, userAgent, nowMs });
    const device = await noteSignIn(tx, { user: held, way, ip, userAgent, nowMs });
    return sessions.open(tx, held.id, held.lastMode, { device });
  });
  // Not awaited: a mail service that is slow keeps nobody out. What is not delivered is owed.
  void deliverNoticesOf(parts, user.id, nowMs);
  return opened;
}
