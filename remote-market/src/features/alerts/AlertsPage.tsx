import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, usePrivateEvents, useSessionState } from '@tessera/shared/react';
import { Bell, Button, Card, EmptyState, LoadablePanel, Page, PageHeader, SkeletonRows, Stack } from '@tessera/shared/ui';
import { AlertRows } from '../../components/AlertRows';
import { chartPath } from '../../components/chartPath';

const catalogueFreshMs = 300_000;

/** Every price that the person waits for. */
export function AlertsPage() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const { isSignedIn } = useSessionState();
  const { loadable, refetch } = useEndpoint('alertList', {}, { isEnabled: isSignedIn, freshMs: 0 });
  const { data: catalogue } = useEndpoint('coinList', {}, { freshMs: catalogueFreshMs });
  useEffect(() => navigation.setTitle(t('alerts.title')), [navigation, t]);
  usePrivateEvents((event) => {
    if (event.type === 'notice' || event.type === 'resync') refetch();
  });
  const infoOf = (symbol: string) => catalogue?.symbols.find((one) => one.symbol === symbol);
  const open = (symbol: string) => navigation.navigate(chartPath(infoOf(symbol)?.assetClass ?? 'crypto'), { symbol });
  const toMarkets = () => navigation.switchTab('/pages/market/index');
  const none = (
    <EmptyState
      icon={Bell}
      title={t('alerts.none')}
      detail={t('alerts.noneDetail')}
      action={
        <Button size="sm" onClick={toMarkets}>
          {t('alerts.markets')}
        </Button>
      }
    />
  );
  return (
    <Page header={<PageHeader title={t('alerts.title')} onBack={() => navigation.back()} />}>
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={4} />}
        idle={none}
        isEmpty={({ items }) => items.length === 0}
        empty={none}
      >
        {({ items }) => (
          <Stack gap={3}>
            <p>{t('alerts.once')}</p>
            <Card padding="none">
              <AlertRows label={t('alerts.title')} alerts={items} onOpen={open} infoOf={infoOf} />
            </Card>
            <Button variant="secondary" isBlock onClick={toMarkets}>
              {t('alerts.markets')}
            </Button>
          </Stack>
        )}
      </LoadablePanel>
    </Page>
  );
}
