/** Starts a loan: pays it out, books the minimum interest, and watches its collateral from now on. */
import { add, amount, compare, min, rate, toText, zero, type Amount, type Rate } from '@tessera/shared/money';
import { AppError } from '@tessera/shared/errors';
import { interestOfDays, lowerOf, mostAt, worthOfCollateral } from '@tessera/shared/trading';
import { dayMs } from '../../calendar/days';
import { firstDay as firstDayFrom } from '../../calendar/firstDay';
import type { Catalog } from '../../catalog/Catalog';
import { addTurnoverNeed } from '../../withdrawals/turnover';
import type { Tx } from '../../store/database';
import { holdLendingLimit, requireLendable } from './lendingLimit';
import { addStep, valuedOf, type LoanRow } from './loanRow';
import type { LoanTerm } from './LoanTerm';
import type { Marks } from './marks';
import type { Pledged } from './requireCollateral';
import { followMarkets } from './watchBounds';

/** Interest that is owed from the start. */
export const minimumInterest = (principal: Amount, { dailyRate, minDays }: Pick<LoanTerm, 'dailyRate' | 'minDays'>) =>
  interestOfDays(principal, { dailyRate, days: minDays, carried: zero });

/** The largest debt at the start against this collateral. */
export function maxDebtAgainst(
  pledged: readonly Pick<Pledged, 'amount' | 'weight' | 'symbolId'>[],
  marks: Marks,
  initialLtv: Amount | Rate,
): Amount {
  const valued = valuedOf(
    pledged.map((one) => ({ ...one, amount: toText(one.amount) })),
    marks,
  );
  return valued === undefined ? zero : mostAt(worthOfCollateral(valued, lowerOf), rate(toText(initialLtv)));
}

/** Throws LOAN_ABOVE_LTV with the largest possible debt. */
export function requireCovered(owed: Amount, most: Amount, asset: string): void {
  if (compare(owed, most) > 0) throw new AppError('LOAN_ABOVE_LTV', { params: { max: toText(most), asset } });
}

/** The largest principal that is covered together with its first interest; 0 if that is below the minimum. */
export function maxPrincipalOf(owed: Amount, term: Pick<LoanTerm, 'dailyRate' | 'minDays' | 'min' | 'max'>): Amount {
  const factor = add(
    rate('1'),
    interestOfDays(amount('1'), { dailyRate: term.dailyRate, days: term.minDays, carried: zero }).interest as never,
  );
  const most = min(term.max, owed.div(factor).round(6, 0) as unknown as Amount);
  return compare(most, term.min) < 0 ? zero : most;
}

export interface Started {
  readonly interest: Amount;
  readonly dueAtMs: number;
}

/** Throws LOAN_ALL_LENT. Call it before the posting, which the caller makes. Interest runs from the next midnight (UTC) on. */
export async function startLoan(tx: Tx, catalog: Pick<Catalog, 'loanTerms'>, row: LoanRow, atMs: number): Promise<Started> {
  const principal = amount(row.principal);
  await holdLendingLimit(tx, row.mode);
  await requireLendable(tx, catalog, { mode: row.mode, principal });
  const { interest, carried } = minimumInterest(principal, { dailyRate: rate(row.dailyRate), minDays: row.minDays });
  const firstDay = await firstDayFrom(tx, atMs);
  const dueAtMs = (firstDay + row.days) * dayMs;
  await tx
    .updateTable('loan')
    .set({
      status: 'open',
      principalOwed: row.principal,
      interestOwed: toText(interest),
      interest: toText(interest),
      carried: toText(carried),
      paidOutAtMs: atMs,
      firstDay,
      bookedDay: firstDay + row.minDays - 1,
      dueAtMs,
      isDue: true,
      lookedAtMs: atMs,
    })
    .where('id', '=', row.id)
    .execute();
  await followMarkets(tx, row.id);
  await addStep(tx, row.id, { step: 'paid_out', atMs, moved: principal });
  // Borrowed money has to be traded before a withdrawal, like a top-up.
  if (row.mode === 'real') await addTurnoverNeed(tx, { userId: row.userId, ref: `loan:${row.id}`, need: principal, nowMs: atMs });
  return { interest, dueAtMs };
}

export const owedAtStart = (principal: Amount, term: Pick<LoanTerm, 'dailyRate' | 'minDays'>): Amount =>
  add(principal, minimumInterest(principal, term).interest);
