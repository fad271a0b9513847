/** What the prices of an instant mean for a loan: margin call, its end, liquidation, or nothing. */
import { rate, type Amount } from '@tessera/shared/money';
import { calledBeforeMs, hasReached, higherOf, lowerOf, standsAfterMs, worthOfCollateral } from '@tessera/shared/trading';
import type { JudgedMark, JudgedMarks } from './collateralPrices';
import { valuedOf, type CollateralOfLoan, type HeldLoan } from './loanRow';

export type Verdict = 'call' | 'call_ended' | 'liquidation';

export interface Found {
  readonly verdict: Verdict;
  readonly atMs: number;
  readonly marks: JudgedMarks;
  /** At that instant. */
  readonly owed: Amount;
  /** Begin of the present margin call, if there is one. */
  readonly calledAtMs?: number | undefined;
}

/** By rule 3 a coin without prices counts for nothing; by rule 2 it blocks every decision. */
export const countedOf = ({ row, collateral }: HeldLoan, marks: JudgedMarks): readonly CollateralOfLoan[] =>
  row.ruleVersion === 2 ? collateral : collateral.filter((one) => one.symbolId === null || marks.has(one.symbolId));

/**
 * A margin call and a liquidation need both prices of every coin to reach the level. A call ends at the initial level, so that a price that moves
 * around the call level calls only once; a coin that stands still counts for nothing there. If all coins stand still, nothing is decided. If one coin
 * counts for nothing, the others are sold one day after the call at the earliest.
 */
export function verdictOn(loan: HeldLoan, at: Omit<Found, 'verdict'>): Found | undefined {
  const { row, collateral } = loan;
  const { owed, marks, atMs, calledAtMs } = at;
  const counted = countedOf(loan, marks);
  const valued = valuedOf(counted, marks);
  const hasCoins = collateral.some(({ symbolId }) => symbolId !== null);
  if (valued === undefined || (hasCoins && ![...marks.values()].some(({ stands }) => !stands))) return undefined;
  const high = worthOfCollateral(valued, higherOf);
  const isWarned = counted.length === collateral.length || (calledAtMs !== undefined && calledAtMs <= atMs - calledBeforeMs);
  if (isWarned && hasReached(owed, high, rate(row.liquidationLtv))) return { verdict: 'liquidation', ...at };
  if (!row.isCalled) return hasReached(owed, high, rate(row.callLtv)) ? { verdict: 'call', ...at } : undefined;
  // A short time without deciding prices does not prolong a call.
  const isKnown = ({ stands, atMs: told }: JudgedMark): boolean => !stands || told > atMs - standsAfterMs;
  const known = collateral.filter(({ symbolId }) => {
    const mark = symbolId === null ? undefined : marks.get(symbolId);
    return symbolId === null || (mark !== undefined && isKnown(mark));
  });
  const low = worthOfCollateral(valuedOf(known, marks) ?? [], lowerOf);
  return hasReached(owed, low, rate(row.initialLtv)) ? undefined : { verdict: 'call_ended', ...at };
}
