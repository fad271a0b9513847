import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, ChartNoAxesCombined, EmptyState, Page, PageHeader, Stack } from '@tessera/shared/ui';

/** Spot trading is not built yet: the tab says so and leads on. */
export function SpotPage() {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const title = t('spot.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} tone="mode" />}>
      <EmptyState
        icon={ChartNoAxesCombined}
        title={title}
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
    </Page>
  );
}
