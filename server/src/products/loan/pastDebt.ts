/**
 * What was owed at a past instant, for a check that runs late. Interest of days that were not over then does not count. What the person
 * has repaid since does.
 */
import { add, amount, min, subtract, zero, type Amount } from '@tessera/shared/money';
import { dayOf, endOfDay } from '../../calendar/days';
import type { Tx } from '../../store/database';
import { debtOf, type LoanRow } from './loanRow';

export interface PastDebt {
  readonly owed: Amount;
  /** Interest that was booked later and is still owed. */
  readonly later: Amount;
}

/** For any instant since the last check. */
export async function debtSince(tx: Tx, row: LoanRow): Promise<(atMs: number) => PastDebt> {
  const { owed, interestOwed } = debtOf(row);
  const booked = await tx
    .selectFrom('accrual')
    .select(['day', 'amount'])
    .where('kind', '=', 'loan')
    .where('ref', '=', row.id)
    .where('day', '>=', dayOf(row.lookedAtMs))
    .execute();
  return (atMs) => {
    const since = booked.filter(({ day }) => endOfDay(day) > atMs);
    const later = min(
      interestOwed,
      since.reduce((sum, one) => add(sum, amount(one.amount)), zero),
    );
    return { owed: subtract(owed, later), later };
  };
}
