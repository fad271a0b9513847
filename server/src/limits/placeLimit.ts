/** Sets a limit, asked for by the person or by an operator: the same rule for both, kept by the database (place_limit). */
import type { LimitKind } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, compare, decimalsOf } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Tx } from '../store/database';

/** How long a person has to think it over. */
const raiseAfterMs = 86_400_000;
const minutesADay = amount('1440');
const moneyDecimals = 2;

export interface AskedLimit {
  readonly userId: number;
  readonly kind: LimitKind;
  readonly most: string | null;
  readonly nowMs: number;
  /** None: the person himself. */
  readonly by?: { readonly sessionHash: string; readonly reason: string };
}

/** Throws PARAMETER_WRONG: minutes are whole and no more than a day has, money has two decimals. */
export function requireLimit(kind: LimitKind, most: string | null): void {
  if (most === null) return;
  const asked = amount(most);
  const isGood =
    kind === 'time' ? decimalsOf(asked) === 0 && compare(asked, minutesADay) <= 0 : decimalsOf(asked) <= moneyDecimals;
  if (!isGood) throw new AppError('PARAMETER_WRONG', { params: { field: 'most' } });
}

/** Is more allowed than now? */
export const isRaise = (now: string | null, asked: string | null): boolean =>
  now !== null && (asked === null || compare(amount(asked), amount(now)) > 0);

/** With the person held. Throws PLEASE_RETRY. Answers since when it holds; undefined: it is as asked already, and nothing else is coming. */
export async function placeLimit(tx: Tx, { userId, kind, most, nowMs, by }: AskedLimit): Promise<number | undefined> {
  const standing = await tx
    .selectFrom('personLimit')
    .select(['most', 'validFromMs'])
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where((where) => where.or([where('untilMs', 'is', null), where('untilMs', '>', nowMs)]))
    .execute();
  const now = standing.find(({ validFromMs }) => validFromMs <= nowMs)?.most ?? null;
  const isSame = now === null ? most === null : most !== null && compare(amount(now), amount(most)) === 0;
  const isAnyComing = standing.some(({ validFromMs }) => validFromMs > nowMs);
  if (isSame && !isAnyComing) return undefined;
  const validFromMs = isRaise(now, most) ? nowMs + raiseAfterMs : nowMs;
  const toldAtMs = validFromMs === nowMs ? nowMs : null;
  const placed =
    by === undefined
      ? tx.insertInto('personLimit').values({ userId, kind, most, askedAtMs: nowMs, validFromMs, toldAtMs }).execute()
      : sql`select set_person_limit(${by.sessionHash}, ${userId}::bigint, ${kind}, ${most}::numeric, ${validFromMs}::bigint, ${toldAtMs}::bigint,
          ${by.reason}, ${nowMs}::bigint)`.execute(tx);
  await placed.catch((error: unknown) => {
    // Another one was set while this one was on its way.
    throw (error as { code?: unknown }).code === 'U0001'
      ? new AppError('PLEASE_RETRY', { isRetryable: true, cause: error })
      : error;
  });
  return validFromMs;
}
