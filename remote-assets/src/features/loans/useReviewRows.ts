import { shownAsset, type AccountMode, type LoanTerm } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import type { KeyValue } from '@tessera/shared/ui';
import { useLevelPrices } from './useLevelPrices';
import type { AskedLoan } from './useLoanAdapter';
import type { LoanQuote } from './useLoanQuote';

/** The rows of the review of a loan. */
export function useReviewRows(mode: AccountMode): (asked: AskedLoan, term: LoanTerm, quote: LoanQuote) => readonly KeyValue[] {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const pricesOf = useLevelPrices();
  return (asked, term, quote) => {
    const figure = (sum: string, asset = term.asset) => `${format.figure(sum)} ${shownAsset(asset, mode)}`;
    const { call, liquidation } = pricesOf(quote, asked.collateral, term.asset);
    return [
      { key: 'amount', label: t('sum.amount'), value: figure(asked.amount), isStrong: true },
      { key: 'term', label: t('sum.term'), value: t('days', { count: term.days }) },
      { key: 'rate', label: t('sum.rate'), value: format.rate(term.dailyRate, { leastScale: 0 }) },
      { key: 'perDay', label: t('sum.perDay'), value: figure(quote.interestPerDay) },
      { key: 'total', label: t('sum.total'), value: figure(quote.interestTotal), isStrong: true },
      ...(term.minDays > 0
        ? [
            {
              key: 'minDays',
              label: t('sum.minDays'),
              value: t('days', { count: term.minDays }),
              detail: t('sum.minDaysHint'),
            },
          ]
        : []),
      { key: 'due', label: t('sum.due'), value: quote.dueAtMs === null ? '–' : format.dateTime(quote.dueAtMs) },
      { key: 'overdue', label: t('sum.overdueRate'), value: format.rate(term.overdueRate, { leastScale: 0 }) },
      {
        key: 'collateral',
        label: t('sum.collateral'),
        value: asked.collateral.map(({ amount: sum, asset }) => figure(sum, asset)).join(' + '),
      },
      { key: 'ltv', label: t('sum.ltvAfter'), value: quote.ltvAfter === null ? '–' : format.rate(quote.ltvAfter, { scale: 1 }) },
      ...(call === null ? [] : [{ key: 'call', label: t('sum.callPrice'), value: call }]),
      ...(liquidation === null ? [] : [{ key: 'liquidation', label: t('sum.liquidationPrice'), value: liquidation }]),
      {
        key: 'fee',
        label: t('sum.fee'),
        value: format.rate(term.liquidationFee, { leastScale: 0 }),
        detail: t('sum.feeHint'),
      },
    ];
  };
}
