/** The quote of a loan, before the person agrees to it. */
import { shownAsset, type AccountMode, type LoanTerm } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Card, KeyValueList, Notice, Stack } from '@tessera/shared/ui';
import type { ChosenCollateral } from './collateral';
import { LtvBar } from './LtvBar';
import { useLevelPrices } from './useLevelPrices';
import type { LoanQuote } from './useLoanQuote';

interface LoanQuoteCardProps {
  readonly quote: LoanQuote;
  readonly collateral: ChosenCollateral;
  readonly term: LoanTerm;
  readonly mode: AccountMode;
}

export function LoanQuoteCard({ quote, collateral, term, mode }: LoanQuoteCardProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const pricesOf = useLevelPrices();
  const figure = (sum: string) => `${format.figure(sum)} ${shownAsset(term.asset, mode)}`;
  return (
    <Card tone="sunken">
      <Stack gap={4}>
        <LtvBar levels={term} ltv={quote.ltvBefore} after={quote.ltvAfter} prices={pricesOf(quote, collateral, term.asset)} />
        <KeyValueList
          items={[
            { key: 'perDay', label: t('sum.perDay'), value: figure(quote.interestPerDay) },
            { key: 'total', label: t('sum.total'), value: figure(quote.interestTotal), isStrong: true },
            { key: 'due', label: t('sum.due'), value: quote.dueAtMs === null ? '–' : format.dateTime(quote.dueAtMs) },
          ]}
        />
        <Notice>{t('sum.simple')}</Notice>
      </Stack>
    </Card>
  );
}
