import type { BeaconVerdict } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { Notice } from '@tessera/shared/ui';

/** What a day's random value was found to be, what that is worth, and whether the public record says the same. */
export function BeaconFound({ beacon: { origin, published, isFallback } }: { readonly beacon: BeaconVerdict }) {
  const { t } = useTranslation('market');
  return (
    <>
      {published !== 'same' && <Notice tone="danger">{t(`fairness.beaconRecord.${published}`)}</Notice>}
      <Notice tone={origin === 'wrong' ? 'danger' : origin === 'drand' ? 'success' : 'warning'}>
        {t(`fairness.origin.${origin}`)}
        {isFallback && ` ${t('fairness.beacon.fallback')}`}
      </Notice>
    </>
  );
}
