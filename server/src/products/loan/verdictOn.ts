/** What the prices of an instant say of a loan. */
import { rate, type Amount } from '@tessera/shared/money';
import { hasReached, higherOf, lowerOf, worthOfCollateral } from '@tessera/shared/trading';
import type { JudgedMarks } from './collateralPrices';
import { valuedOf, type HeldLoan } from './loanRow';

export type Verdict = 'call' | 'call_ended' | 'liquidation';

export interface Found {
  readonly verdict: Verdict;
  readonly atMs: number;
  readonly marks: JudgedMarks;
  /** At that instant. */
  readonly owed: Amount;
}

/**
 * A call and a liquidation need both prices of every coin to say so. A call ends at the initial level, so that a price that trembles at the call
 * level calls once; a coin that stands still counts for nothing then. Nothing is decided by coins that stand still alone.
 */
export function verdictOn({ row, collateral }: HeldLoan, at: Omit<Found, 'verdict'>): Found | undefined {
  const { owed, marks } = at;
  const valued = valuedOf(collateral, marks);
  const stands = [...marks.values()].map((mark) => mark.stands);
  if (valued === undefined || (stands.length > 0 && !stands.includes(false))) return undefined;
  const high = worthOfCollateral(valued, higherOf);
  if (hasReached(owed, high, rate(row.liquidationLtv))) return { verdict: 'liquidation', ...at };
  if (!row.isCalled) return hasReached(owed, high, rate(row.callLtv)) ? { verdict: 'call', ...at } : undefined;
  const moving = collateral.filter(({ symbolId }) => symbolId === null || marks.get(symbolId)?.stands === false);
  const low = worthOfCollateral(valuedOf(moving, marks) ?? [], lowerOf);
  return hasReached(owed, low, rate(row.initialLtv)) ? undefined : { verdict: 'call_ended', ...at };
}
