import type { LeverageTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import type { Amount } from '@tessera/shared/money';
import { useLeverageTexts } from './useTexts';
import styles from './Ticket.module.css';

interface LotHintProps {
  readonly info: SymbolInfo;
  readonly terms: LeverageTerms;
  /** undefined without a price. */
  readonly lotValue: Amount | undefined;
}

/** What one lot is, and which numbers of lots can be ordered. */
export function LotHint({ info, terms, lotValue }: LotHintProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const { lotMin, lotStep, lotMax, contractSize } = terms;
  return (
    <p className={styles.hint}>
      {t('leverage.oneLot', {
        size: format.figure(contractSize),
        base: info.base,
        value: lotValue === undefined ? '–' : texts.amount(lotValue),
      })}
      {' · '}
      {t('leverage.lotHint', { min: format.figure(lotMin), step: format.figure(lotStep), max: format.figure(lotMax) })}
    </p>
  );
}
