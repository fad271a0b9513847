import type { LoanTerm } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { LtvScale } from './LtvBar';
import type { LoanQuote } from './useLoanQuote';
import styles from './LoanOutcome.module.css';

interface LoanOutcomeProps {
  readonly quote: LoanQuote;
  readonly term: LoanTerm;
  /** As shown. */
  readonly unit: string;
}

/** A short summary beside the button: the LTV after, and the interest. The full quote is shown below. */
export function LoanOutcome({ quote: { ltvAfter, interestTotal }, term, unit }: LoanOutcomeProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  return (
    <>
      <LtvScale levels={term} ltv={ltvAfter} />
      <p className={styles.outcome}>
        <span>{t('form.ltvAfter', { share: ltvAfter === null ? '–' : format.rate(ltvAfter, { scale: 1 }) })}</span>
        <span>{t('form.interest', { amount: format.figure(interestTotal), asset: unit })}</span>
      </p>
    </>
  );
}
