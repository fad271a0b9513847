import type { Loan } from '@tessera/shared/contract';
import { compare, divide, rate } from '@tessera/shared/money';
import { useEndpoint } from '@tessera/shared/react';

/** Prices move what they say. */
export const loanEveryMs = 5000;
const shareScale = 6;

/** Loans on which something is owed. Undefined while it is not known. */
export function useRunningLoans(): readonly Loan[] | undefined {
  const options = { freshMs: 0, refetchEveryMs: loanEveryMs };
  const open = useEndpoint('loanOrders', { status: 'open' }, options).data;
  const overdue = useEndpoint('loanOrders', { status: 'overdue' }, options).data;
  return open === undefined || overdue === undefined ? undefined : [...overdue.items, ...open.items];
}

/** The one that has gone the largest part of its way to the call. */
export function nearestToCall(loans: readonly Loan[]): Loan | undefined {
  const way = ({ ltv, callLtv }: Loan) => divide(rate(ltv ?? '0'), rate(callLtv), shareScale, 'down');
  return loans.reduce<Loan | undefined>(
    (nearest, loan) => (loan.ltv !== null && (nearest === undefined || compare(way(loan), way(nearest)) > 0) ? loan : nearest),
    undefined,
  );
}
