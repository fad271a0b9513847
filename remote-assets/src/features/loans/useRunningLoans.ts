import type { Loan } from '@tessera/shared/contract';
import { compare, divide, rate } from '@tessera/shared/money';
import { useEndpoint } from '@tessera/shared/react';
import { movedByPrices } from './useAskedByPrices';

const shareScale = 6;

/** Loans with a debt. undefined while they are not known. */
export function useRunningLoans(): { readonly loans: readonly Loan[] | undefined; refetch(): void } {
  const open = useEndpoint('loanOrders', { status: 'open' }, movedByPrices);
  const overdue = useEndpoint('loanOrders', { status: 'overdue' }, movedByPrices);
  const isKnown = open.data !== undefined && overdue.data !== undefined;
  return {
    loans: isKnown ? [...overdue.data.items, ...open.data.items] : undefined,
    refetch() {
      open.refetch();
      overdue.refetch();
    },
  };
}

/** The loan whose LTV is nearest to its margin call, in proportion. */
export function nearestToCall(loans: readonly Loan[]): Loan | undefined {
  const way = ({ ltv, callLtv }: Loan) => divide(rate(ltv ?? '0'), rate(callLtv), shareScale, 'down');
  return loans.reduce<Loan | undefined>(
    (nearest, loan) => (loan.ltv !== null && (nearest === undefined || compare(way(loan), way(nearest)) > 0) ? loan : nearest),
    undefined,
  );
}
