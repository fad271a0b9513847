import { shownAsset, type AccountMode, type Loan } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { KeyValueList, Notice, SectionHeading, Stack } from '@tessera/shared/ui';
import { CollateralRows } from './CollateralRows';
import { LoanDecisions } from './LoanDecisions';
import { LoanNotice } from './LoanNotice';
import { LtvBar } from './LtvBar';
import { StatusBadge } from './StatusBadge';
import { useLevelPrices } from './useLevelPrices';
import styles from './LoanView.module.css';

interface LoanViewProps {
  readonly loan: Loan;
  readonly mode: AccountMode;
  /** Called when another page is opened. */
  readonly onLeave: () => void;
}

/** All facts of one loan. */
export function LoanView({ loan, mode, onLeave }: LoanViewProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const pricesOf = useLevelPrices();
  const { asset, status, reason, startsAtMs, dueAtMs } = loan;
  const figure = (sum: string) => `${format.figure(sum)} ${shownAsset(asset, mode)}`;
  const owesNothing = loan.owed === '0';
  const isRunning = status === 'open' || status === 'overdue';
  return (
    <Stack gap={4}>
      <div>
        <StatusBadge loan={loan} />
      </div>
      <LoanNotice loan={loan} mode={mode} />
      {reason !== null && (
        <Notice tone="danger" title={t('loan.reason')}>
          {reason}
        </Notice>
      )}
      {isRunning && <LtvBar levels={loan} ltv={loan.ltv} prices={pricesOf(loan, loan.collateral, asset)} />}
      <KeyValueList
        items={[
          { key: 'principal', label: t('loan.principal'), value: figure(loan.principal) },
          { key: 'interest', label: t('loan.interest'), value: figure(loan.interest) },
          { key: 'repaid', label: t('loan.repaid'), value: figure(loan.repaid) },
          {
            key: 'owed',
            label: t('loan.owed'),
            value: figure(loan.owed),
            ...(owesNothing
              ? {}
              : {
                  detail: t('loan.owedHint', {
                    principal: figure(loan.principalOwed),
                    interest: figure(loan.interestOwed),
                  }),
                }),
            isStrong: true,
          },
          ...(isRunning ? [{ key: 'perDay', label: t('sum.perDay'), value: figure(loan.interestPerDay) }] : []),
          { key: 'rate', label: t('sum.rate'), value: format.rate(loan.dailyRate, { leastScale: 0 }) },
          { key: 'overdueRate', label: t('sum.overdueRate'), value: format.rate(loan.overdueRate, { leastScale: 0 }) },
          { key: 'term', label: t('sum.term'), value: t('days', { count: loan.days }) },
          ...(startsAtMs === null ? [] : [{ key: 'starts', label: t('step.paid_out'), value: format.dateTime(startsAtMs) }]),
          ...(dueAtMs === null ? [] : [{ key: 'due', label: t('sum.due'), value: format.dateTime(dueAtMs) }]),
          { key: 'fee', label: t('sum.fee'), value: format.rate(loan.liquidationFee, { leastScale: 0 }) },
        ]}
      />
      {loan.collateral.length > 0 && (isRunning || status === 'pending_review') && (
        <section>
          <SectionHeading level={3}>{t('sum.collateral')}</SectionHeading>
          <CollateralRows rows={loan.collateral} asset={asset} mode={mode} />
        </section>
      )}
      <LoanDecisions loan={loan} mode={mode} onLeave={onLeave} />
      <section>
        <SectionHeading level={3}>{t('loan.steps')}</SectionHeading>
        <ol className={styles.steps}>
          {loan.steps.map(({ step, atMs, amount: sum }, index) => (
            <li key={`${step} ${atMs} ${String(index)}`}>
              <span>
                {t(`step.${step}`)}
                {sum !== null && ` · ${figure(sum)}`}
              </span>
              <time dateTime={new Date(atMs).toISOString()}>{format.dateTime(atMs)}</time>
            </li>
          ))}
        </ol>
      </section>
    </Stack>
  );
}
