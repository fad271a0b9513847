/**
 * How much a person may withdraw within 24 hours, in USDT. Not by the calendar's day: what leaves before midnight and what leaves after it
 * would be twice the limit within minutes.
 */
import type { IdentityLevel, IdentityStep } from '@tessera/shared/contract';
import { amount, compare, max, subtract, zero, type Amount } from '@tessera/shared/money';
import { inForce } from '../catalog/inForce';
import type { Db, Tx } from '../store/database';

/** By what a person is certified for. Of versions of before there were such limits nothing is said. */
export type WithdrawalLimits = ReadonlyMap<IdentityLevel, Amount>;

export interface DayLimit {
  /** What counts: asked for within 24 hours, and neither refused nor taken back. */
  readonly have: Amount;
  readonly need: Amount;
  /** What is asked for now. */
  readonly wanted?: Amount;
  /** When the oldest part of `have` counts no more; null: there is none. */
  readonly moreFromMs: number | null;
  /** The step after which more may be withdrawn; undefined: none. */
  readonly raisedBy: IdentityStep | undefined;
}

const dayMs = 86_400_000;

export async function readWithdrawalLimits(db: Db, version: number): Promise<WithdrawalLimits> {
  const rows = await db.selectFrom('withdrawalLimit').selectAll().where(inForce(version)).execute();
  return new Map(rows.map(({ level, dayMax }) => [level, amount(dayMax)]));
}

/** undefined: no terms say one. */
export async function readDayLimit(
  db: Db | Tx,
  limits: WithdrawalLimits,
  of: { readonly userId: number; readonly level: IdentityLevel; readonly nowMs: number },
): Promise<DayLimit | undefined> {
  const need = limits.get(of.level);
  if (need === undefined) return undefined;
  const counted = await db
    .selectFrom('withdrawal')
    .select((row) => [row.fn.sum<string | null>('value').as('sum'), row.fn.min<number | null>('askedAtMs').as('firstMs')])
    .where('userId', '=', of.userId)
    .where('status', 'in', ['under_review', 'paying', 'success'])
    .where('askedAtMs', '>', of.nowMs - dayMs)
    .executeTakeFirstOrThrow();
  return {
    have: amount(counted.sum ?? '0'),
    need,
    moreFromMs: counted.firstMs === null ? null : counted.firstMs + dayMs,
    raisedBy: raisedBy(limits, of.level, need),
  };
}

export const leftOf = ({ have, need }: DayLimit): Amount => max(zero, subtract(need, have));

const levels: readonly IdentityLevel[] = ['none', 'primary', 'advanced'];

/** The steps come one after the other, whichever of them raises it. */
function raisedBy(limits: WithdrawalLimits, level: IdentityLevel, need: Amount): IdentityStep | undefined {
  const isRaised = levels.slice(levels.indexOf(level) + 1).some((later) => compare(limits.get(later) ?? zero, need) > 0);
  if (!isRaised) return undefined;
  return level === 'none' ? 'primary' : 'advanced';
}
