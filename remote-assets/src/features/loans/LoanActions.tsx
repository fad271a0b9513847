import { useId, useRef } from 'react';
import type { Loan } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { OnlineButton, useDialogs, useEndpointAction, useIsOffline } from '@tessera/shared/react';
import { Button, LiveRegion, Stack } from '@tessera/shared/ui';
import { SoftText } from '../../components/SoftText';
import { loanReads } from './loanReads';

interface LoanActionsProps {
  readonly loan: Loan;
  readonly onRepay: () => void;
  readonly onAdd: () => void;
}

/** Whether the loan has any action in its present status. */
export const hasActions = ({ status }: Loan): boolean => ['pending_review', 'open', 'overdue'].includes(status);

/** The actions of a loan that has some. */
export function LoanActions({ loan, onRepay, onAdd }: LoanActionsProps) {
  return loan.status === 'pending_review' ? (
    <CancelButton loanId={loan.id} />
  ) : (
    <DebtorsButtons onRepay={onRepay} onAdd={onAdd} />
  );
}

/** Both buttons keep their labels while they are disabled; the reason is shown once, above them. */
function DebtorsButtons({ onRepay, onAdd }: Omit<LoanActionsProps, 'loan'>) {
  const { t } = useTranslation('loans');
  const { t: tCommon } = useTranslation('common');
  const whyId = useId();
  const isOffline = useIsOffline();
  const state = isOffline ? { disabled: true, 'aria-describedby': whyId } : {};
  return (
    <Stack gap={2}>
      <LiveRegion>{isOffline && <SoftText id={whyId}>{tCommon('state.offline')}</SoftText>}</LiveRegion>
      <Button {...state} isBlock onClick={onRepay}>
        {t('loan.repay')}
      </Button>
      <Button {...state} isBlock variant="secondary" onClick={onAdd}>
        {t('loan.add')}
      </Button>
    </Stack>
  );
}

function CancelButton({ loanId }: { readonly loanId: string }) {
  const { t } = useTranslation('loans');
  const dialogs = useDialogs();
  // One key for every attempt: the request is cancelled once.
  const key = useRef(crypto.randomUUID());
  const cancel = useEndpointAction('loanCancel', { refreshes: loanReads });
  async function ask() {
    const isConfirmed = await dialogs.confirm({
      title: t('loan.cancelAsk'),
      body: t('loan.cancelHint'),
      confirmLabel: t('loan.cancel'),
      cancelLabel: t('loan.keep'),
    });
    if (!isConfirmed) return;
    const answer = await cancel.run({ orderId: loanId }, key.current);
    if (answer !== undefined) dialogs.toast(t('loan.cancelled'), { tone: 'success' });
  }
  return (
    <OnlineButton isBlock variant="danger" isBusy={cancel.isBusy} onClick={() => void ask()}>
      {t('loan.cancel')}
    </OnlineButton>
  );
}
