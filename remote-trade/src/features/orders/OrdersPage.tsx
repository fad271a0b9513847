import { useEffect, useState } from 'react';
import type { AssetClass } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, Page, PageHeader, Segmented, Stack, Tabs, Timer } from '@tessera/shared/ui';
import { RunningOrder } from '../../components/RunningOrder';
import { useMarkets } from '../../components/useMarkets';
import { useSecondsOrders } from '../../components/useSecondsOrders';
import { ClosedOrders } from './ClosedOrders';

type TabId = 'open' | 'closed';

/** The person's seconds contracts: those that run, and the record of those that are settled. Losses are never hidden. */
export function OrdersPage({ firstTab }: { readonly firstTab: TabId }) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn } = useSessionState();
  const [tab, setTab] = useState<TabId>(firstTab);
  const title = t('orders.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const header = <PageHeader title={title} tone="mode" onBack={() => navigation.back()} />;
  if (!isSignedIn) {
    return (
      <Page header={header}>
        <EmptyState
          icon={Timer}
          title={t('orders.visitor')}
          action={<Button onClick={() => session.requestLogin()}>{t('ticket.logIn')}</Button>}
        />
      </Page>
    );
  }
  return (
    <Page header={header}>
      <Tabs
        label={title}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'open', label: t('orders.open') },
          { id: 'closed', label: t('orders.closed') },
        ]}
      >
        {tab === 'open' ? <OpenOrders /> : <ClosedTab />}
      </Tabs>
    </Page>
  );
}

function OpenOrders() {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const markets = useMarkets();
  const { running } = useSecondsOrders();
  if (running.length === 0) {
    return (
      <EmptyState
        icon={Timer}
        title={t('orders.emptyOpen')}
        detail={t('orders.emptyHint')}
        action={<Button onClick={() => navigation.switchTab('/pages/contract/index')}>{t('orders.newOrder')}</Button>}
      />
    );
  }
  return (
    <Stack gap={3}>
      {running.map((order) => (
        <RunningOrder key={order.id} order={order} info={markets.find(order.symbol)} />
      ))}
    </Stack>
  );
}

function ClosedTab() {
  const { t: tCommon } = useTranslation('common');
  const { t } = useTranslation('trade');
  const [family, setFamily] = useState<Extract<AssetClass, 'crypto' | 'forex'>>('crypto');
  return (
    <Stack gap={3}>
      <Segmented
        label={t('ticket.market')}
        size="sm"
        value={family}
        onChange={setFamily}
        options={[
          { value: 'crypto', label: tCommon('market.crypto') },
          { value: 'forex', label: `${tCommon('market.forex')} · ${tCommon('market.metal')}` },
        ]}
      />
      <ClosedOrders call={family === 'crypto' ? 'listSeconds' : 'listWhSeconds'} />
    </Stack>
  );
}
