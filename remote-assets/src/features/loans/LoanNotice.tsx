import { shownAsset, type AccountMode, type Loan } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, Notice } from '@tessera/shared/ui';

interface LoanNoticeProps {
  readonly loan: Loan;
  readonly mode: AccountMode;
  readonly onOpen?: () => void;
}

/** What a person must see first: a margin call, an overdue loan, a liquidation in whole or part, a review. */
export function LoanNotice({ loan, mode, onOpen }: LoanNoticeProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const { status, isCalled, initialLtv, callLtv, liquidationLtv, dueAtMs, overdueRate, orderNumber } = loan;
  const unit = shownAsset(loan.asset, mode);
  const isRunning = status === 'open' || status === 'overdue';
  const soldInPart = isRunning ? loan.decisions.findLast(({ left }) => left !== undefined) : undefined;
  const action =
    onOpen === undefined ? undefined : (
      <Button size="sm" variant="secondary" onClick={onOpen}>
        {t('loan.title', { number: orderNumber })}
      </Button>
    );
  return (
    <>
      {soldInPart?.left !== undefined && (
        <Notice tone="danger" title={t('decision.inPart')}>
          {t('loan.soldInPart', {
            repaid: `${format.figure(soldInPart.repaid)} ${unit}`,
            left: `${format.figure(soldInPart.left)} ${unit}`,
          })}
        </Notice>
      )}
      {isCalled && (
        <Notice tone="danger" title={t('ltv.marks.call')} action={action}>
          {t('loan.called', {
            call: format.rate(callLtv, { leastScale: 0 }),
            liquidation: format.rate(liquidationLtv, { leastScale: 0 }),
            initial: format.rate(initialLtv, { leastScale: 0 }),
          })}
        </Notice>
      )}
      {status === 'overdue' && (
        <Notice tone="danger" title={t('status.overdue')} action={isCalled ? undefined : action}>
          {t('loan.overdue', {
            date: dueAtMs === null ? '–' : format.dateTime(dueAtMs),
            rate: format.rate(overdueRate, { leastScale: 0 }),
          })}
        </Notice>
      )}
      {status === 'liquidated' && (
        <Notice tone="danger" title={t('status.liquidated')}>
          {t('loan.liquidated')}
        </Notice>
      )}
      {status === 'pending_review' && <Notice>{t('loan.pending')}</Notice>}
    </>
  );
}
