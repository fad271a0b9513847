import type { LeverageTerms } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** What fee and swap are counted of, in words. */
export function useFeeWords({ feeRate, tripleWeekday }: Pick<LeverageTerms, 'feeRate' | 'tripleWeekday'>) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const day = tripleWeekday === null ? undefined : weekdays[tripleWeekday];
  return {
    fee: t('leverage.feeBase', { rate: format.rate(feeRate, { scale: 3 }) }),
    feeShort: t('leverage.feeEach', { rate: format.rate(feeRate, { scale: 3 }) }),
    triple: day === undefined ? undefined : t('leverage.tripleNight', { day: t(`leverage.weekday.${day}`) }),
  };
}
