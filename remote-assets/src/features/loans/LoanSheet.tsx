/** One loan: debt, collateral with its prices, history, and its actions. */
import { useState } from 'react';
import type { AccountMode } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, usePrivateEvents } from '@tessera/shared/react';
import { EmptyState, LoadablePanel, Sheet, SkeletonRows } from '@tessera/shared/ui';
import { AddCollateralForm } from './AddCollateralForm';
import { hasActions, LoanActions } from './LoanActions';
import { LoanView } from './LoanView';
import { RepayForm } from './RepayForm';
import { marketsOf, movedByPrices, useAskedByPrices } from './useAskedByPrices';

interface LoanSheetProps {
  readonly loanId: string;
  readonly mode: AccountMode;
  readonly onClose: () => void;
}

export function LoanSheet({ loanId, mode, onClose }: LoanSheetProps) {
  const { t } = useTranslation('loans');
  const errorText = useErrorText();
  const [view, setView] = useState<'loan' | 'repay' | 'add'>('loan');
  const { loadable, data, refetch } = useEndpoint('loanOrders', { id: loanId }, movedByPrices);
  usePrivateEvents(() => refetch());
  useAskedByPrices(marketsOf(data?.items ?? []), refetch);
  const loan = data?.items[0];
  const back = () => setView('loan');
  const title =
    view === 'repay'
      ? t('loan.repay')
      : view === 'add'
        ? t('loan.add')
        : loan === undefined
          ? t('list.title')
          : t('loan.title', { number: loan.orderNumber });
  return (
    <Sheet
      // For screen readers and keyboards it is another sheet: focus begins at its title.
      key={view}
      isOpen
      title={title}
      onClose={onClose}
      footer={
        loan === undefined || view !== 'loan' || !hasActions(loan) ? undefined : (
          <LoanActions loan={loan} onRepay={() => setView('repay')} onAdd={() => setView('add')} />
        )
      }
    >
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={6} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={errorText(new AppError('DATA_NOT_FOUND'))} />}
      >
        {({ items }) => {
          const shown = items[0];
          if (shown === undefined) return null;
          if (view === 'repay') return <RepayForm loan={shown} mode={mode} onBack={back} />;
          if (view === 'add') return <AddCollateralForm loan={shown} mode={mode} onBack={back} />;
          return <LoanView loan={shown} mode={mode} onLeave={onClose} />;
        }}
      </LoadablePanel>
    </Sheet>
  );
}
