import { useRef } from 'react';
import type { Loan } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointAction } from '@tessera/shared/react';
import { Button, Stack } from '@tessera/shared/ui';
import { loanReads } from './loanReads';

interface LoanActionsProps {
  readonly loan: Loan;
  readonly onRepay: () => void;
  readonly onAdd: () => void;
}

/** What can be done with a loan as it is. */
export function LoanActions({ loan, onRepay, onAdd }: LoanActionsProps) {
  const { t } = useTranslation('loans');
  if (loan.status === 'pending_review') return <CancelButton loanId={loan.id} />;
  if (loan.status === 'open' || loan.status === 'overdue')
    return (
      <Stack gap={2}>
        <Button isBlock onClick={onRepay}>
          {t('loan.repay')}
        </Button>
        <Button isBlock variant="secondary" onClick={onAdd}>
          {t('loan.add')}
        </Button>
      </Stack>
    );
  return null;
}

function CancelButton({ loanId }: { readonly loanId: string }) {
  const { t } = useTranslation('loans');
  const dialogs = useDialogs();
  // One key for every try: it is taken back once.
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
    <Button isBlock variant="danger" isBusy={cancel.isBusy} onClick={() => void ask()}>
      {t('loan.cancel')}
    </Button>
  );
}
