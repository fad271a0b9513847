import type { Loan } from '@tessera/shared/contract';
import { compare, divide, rate } from '@tessera/shared/money';
import { useEndpoint } from '@tessera/shared/react';

/** Reload interval: LTVs move with prices. */
export const loanEveryMs = 5000;
const shareScale = 6;

/** Loans with a debt. undefined while they are not known. */
export function useRunningLoans(): readonly Loan[] | undefined {
  const options = { freshMs: 0, refetchEveryMs: loanEveryMs };
  const open = useEndpoint('loanOrders', { status: 'open' }, options).data;
  const overdue = useEndpoint('loanOrders', { status: 'overdue' }, options).data;
  return open === undefined || overdue === undefined ? undefined : [...overdue.items, ...open.items];
}

/** The loan whose LTV is nearest to its margin call, in proportion. */
export function nearestToCall(loans: readonly Loan[]): Loan | undefined {
  const way = ({ ltv, callLtv }: Loan) => divide(rate(ltv ?? '0'), rate(callLtv), shareScale, 'down');
  return loans.reduce<Loan | undefined>(
    (nearest, loan) => (loan.ltv !== null && (nearest === undefined || compare(way(loan), way(nearest)) > 0) ? loan : nearest),
    undefined,
  );
}
