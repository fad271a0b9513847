import type { BeaconVerdict } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { Notice } from '@tessera/shared/ui';

/** What a day's random value was found to be, what that is worth, and whether the public record says the same. */
export function BeaconFound({ beacon: { origin, published, isFallback } }: { readonly beacon: BeaconVerdict }) {
  const { t } = useTranslation('fairness');
  return (
    <>
      {published !== 'same' && <Notice tone="danger">{t(`beaconRecord.${published}`)}</Notice>}
      <Notice tone={origin === 'wrong' ? 'danger' : origin === 'drand' ? 'success' : 'warning'}>
        {t(`origin.${origin}`)}
        {isFallback && ` ${t('beacon.fallback')}`}
      </Notice>
    </>
  );
}
