import { useEffect } from 'react';
import { ReviewSheet, useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import type { AccountMode, Loan, LoanTerm } from '@tessera/shared/contract';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useRefresh } from '@tessera/shared/react';
import { StepUpForm } from '@tessera/shared/step-up';
import { loanReads } from './loanReads';
import { useLoanAdapter } from './useLoanAdapter';
import { useReviewRows } from './useReviewRows';

export function useReviewedLoan(onDone: (loan: Loan) => void) {
  const { t } = useTranslation('loans');
  const refresh = useRefresh();
  const adapter = useLoanAdapter();
  useResumedAction(adapter);
  const loan = useMoneyAction(adapter, {
    guard: t('review.sending'),
    onAccepted(done) {
      loan.close();
      refresh(...loanReads);
      onDone(done);
    },
  });
  const isRefused = loan.action.state === 'refused';
  // Terms or free balances may have changed: the form loads them again.
  useEffect(() => {
    if (isRefused) refresh('loanConfig', 'whDeposits', 'loanStatistics');
  }, [isRefused, refresh]);
  return loan;
}

interface LoanReviewProps {
  readonly loan: ReturnType<typeof useReviewedLoan>;
  readonly terms: readonly LoanTerm[];
  readonly mode: AccountMode;
}

/** The review of a new loan, and the step-up if one is required. */
export function LoanReview({ loan, terms, mode }: LoanReviewProps) {
  const { t } = useTranslation('loans');
  const errorText = useErrorText();
  const rowsOf = useReviewRows(mode);
  const { action, isUnderWay } = loan;
  const asked = 'draft' in action ? action.draft : undefined;
  const quote = 'offer' in action ? action.offer?.terms : undefined;
  const term = terms.find(({ id }) => id === asked?.termId);
  const refused = action.state === 'stepUp' ? action.challenge : undefined;
  return (
    <ReviewSheet
      handle={loan as Parameters<typeof ReviewSheet>[0]['handle']}
      title={t('review.title')}
      rows={asked === undefined || term === undefined || quote === undefined ? undefined : rowsOf(asked, term, quote)}
      note={
        <>
          <p>{t('sum.simple')}</p>
          <p>{t('review.note')}</p>
        </>
      }
      unknown={t('review.unknown')}
      confirm={t('review.yes')}
      stepUp={
        <StepUpForm
          purpose="loan"
          isBusy={isUnderWay}
          problem={refused === undefined || refused.code === 'AUTH_STEP_UP_REQUIRED' ? undefined : errorText(refused)}
          refusedWith={refused?.code}
          onGive={(proof) => loan.prove(JSON.stringify(proof))}
        />
      }
    />
  );
}
