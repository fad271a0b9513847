import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, ChartNoAxesCombined, EmptyState, Stack } from '@tessera/shared/ui';

/** No pair is open for buying and selling coins: the tab says so and leads on. */
export function NoSpot() {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  return (
    <EmptyState
      icon={ChartNoAxesCombined}
      title={t('spot.title')}
      detail={t('spot.body')}
      action={
        <Stack gap={3}>
          <Button isBlock onClick={() => navigation.switchTab('/pages/contract/index')}>
            {t('spot.toSeconds')}
          </Button>
          <Button isBlock variant="secondary" onClick={() => navigation.switchTab('/pages/market/index')}>
            {t('spot.toMarkets')}
          </Button>
        </Stack>
      }
    />
  );
}
