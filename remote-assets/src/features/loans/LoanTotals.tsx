import { shownAsset, type AccountMode, type EndpointResponse, type Loan } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { AmountText, Button, Card, KeyValueList, SectionHeading, Stack } from '@tessera/shared/ui';
import { useShownScale } from '@tessera/shared/wallet';
import { LoanNotice } from './LoanNotice';
import { LtvBar } from './LtvBar';
import { useLevelPrices } from './useLevelPrices';
import { nearestToCall } from './useRunningLoans';

interface LoanTotalsProps {
  readonly totals: EndpointResponse<'loanStatistics'>;
  /** undefined while they are not known. */
  readonly running: readonly Loan[] | undefined;
  readonly mode: AccountMode;
  readonly onOpen: (loanId: string) => void;
}

/** The debt of all loans, what more could be borrowed, and the loan that is nearest to its margin call. */
export function LoanTotals({ totals, running = [], mode, onOpen }: LoanTotalsProps) {
  const { t } = useTranslation('loans');
  const scale = useShownScale()(totals.asset);
  const pricesOf = useLevelPrices();
  const nearest = nearestToCall(running);
  const unit = shownAsset(totals.asset, mode);
  // What is owed has all its digits: never shown lower than it is. The rest is by the prices of this moment.
  const owed = (sum: string) => <AmountText amount={sum} asset={unit} leastScale={scale} />;
  const estimate = (sum: string | null) => <AmountText amount={sum} asset={unit} scale={scale} />;
  return (
    <section>
      {totals.openLoans > 0 && <SectionHeading>{t('totals.title')}</SectionHeading>}
      <Card>
        <Stack gap={4}>
          <KeyValueList
            layout="grid"
            items={[
              ...(totals.openLoans > 0
                ? [
                    { key: 'outstanding', label: t('totals.outstanding'), value: owed(totals.outstanding), isStrong: true },
                    { key: 'interest', label: t('totals.interest'), value: owed(totals.interestOwed) },
                    { key: 'collateral', label: t('totals.collateral'), value: estimate(totals.collateralWorth) },
                  ]
                : []),
              { key: 'limit', label: t('totals.limit'), value: estimate(totals.limit) },
            ]}
          />
          {/* What may be sold at any moment comes first. */}
          {[
            ...running.filter(({ isCalled }) => isCalled),
            ...running.filter(({ status, isCalled }) => !isCalled && status === 'overdue'),
          ].map((loan) => (
            <LoanNotice key={loan.id} loan={loan} mode={mode} onOpen={() => onOpen(loan.id)} />
          ))}
          {nearest !== undefined && (
            <Stack gap={3}>
              <SectionHeading level={3}>{t('totals.nearest')}</SectionHeading>
              <LtvBar levels={nearest} ltv={nearest.ltv} prices={pricesOf(nearest, nearest.collateral, nearest.asset)} />
              <Button variant="secondary" isBlock onClick={() => onOpen(nearest.id)}>
                {t('loan.title', { number: nearest.orderNumber })}
              </Button>
            </Stack>
          )}
        </Stack>
      </Card>
    </section>
  );
}
