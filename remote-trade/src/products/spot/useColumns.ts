/** The columns of a history file. Figures are the wire's, so that they add up; times are the server's, in UTC. */
import type { SpotOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { csvInstant, type CsvColumn } from '@tessera/shared/lists';
import { useSpotTexts } from './useTexts';

export function useSpotColumns(): readonly CsvColumn<SpotOrder>[] {
  const { t } = useTranslation('trade');
  const texts = useSpotTexts();
  return [
    { head: t('spot.csv.id'), value: ({ id }) => id },
    { head: t('spot.csv.accepted'), value: ({ acceptedAtMs }) => csvInstant(acceptedAtMs) },
    { head: t('spot.csv.ended'), value: ({ updatedAtMs }) => csvInstant(updatedAtMs) },
    { head: t('spot.csv.pair'), value: ({ symbol }) => symbol },
    { head: t('spot.csv.side'), value: texts.side },
    { head: t('spot.csv.type'), value: texts.entrustment },
    { head: t('spot.csv.limit'), value: ({ price }) => price },
    { head: t('spot.csv.quantity'), value: ({ quantity }) => quantity },
    { head: t('spot.csv.total'), value: ({ total }) => total },
    { head: t('spot.csv.filled'), value: ({ filled }) => filled },
    { head: t('spot.csv.average'), value: ({ averagePrice }) => averagePrice },
    { head: t('spot.csv.filledTotal'), value: ({ filledTotal }) => filledTotal },
    { head: t('spot.csv.fee'), value: ({ fee }) => fee },
    { head: t('spot.csv.feeAsset'), value: ({ feeAsset }) => texts.asset(feeAsset) },
    { head: t('spot.csv.status'), value: texts.status },
    { head: t('spot.csv.reason'), value: texts.why },
    { head: t('spot.csv.fills'), value: ({ fills }) => String(fills.length) },
  ];
}
