/** The person's spot orders: what is open, and the record of everything that ended, filtered, summed and to be saved. */
import { useEffect, useState } from 'react';
import type { SpotOrder } from '@tessera/shared/contract';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, Page, PageHeader, ReceiptText, Stack, Tabs } from '@tessera/shared/ui';
import { laterOf } from '../../products/spot/orderFold';
import { SpotOrderSheet } from '../../products/spot/DetailSheet';
import { useSpotCancel } from '../../products/spot/useCancel';
import { useSpotOrders } from '../../products/spot/useOrders';
import { useSpotOutcomes } from '../../products/spot/useOutcomes';
import { useMarkets } from '../../components/useMarkets';
import { FilterBar, type Filters } from '../../products/spot/FilterBar';
import { OpenTab } from '../../products/spot/OpenOrders';
import { SpotHistoryList } from '../../products/spot/History';
import styles from './SpotOrdersPage.module.css';

type TabId = 'open' | 'history';

export function SpotOrdersPage() {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn } = useSessionState();
  const [query] = useSearchParams();
  const markets = useMarkets();
  const { tellOutcome } = useSpotOutcomes();
  const orders = useSpotOrders(tellOutcome);
  const cancelling = useSpotCancel(orders);
  const [tab, setTab] = useState<TabId>(query.get('tab') === 'history' ? 'history' : 'open');
  const [filters, setFilters] = useState<Filters>({ symbol: 'all', side: 'all', period: '7', days: { from: '', to: '' } });
  const [chosen, setChosen] = useState<SpotOrder>();
  const title = t('spot.orders.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);

  // A message led here to one order: it is read by its own id, wherever it stands in the lists.
  const askedFor = query.get('order');
  const [isLeft, setIsLeft] = useState(false);
  const asked = useEndpoint(
    'spotFind',
    { clientOrderId: askedFor ?? '' },
    { isEnabled: isSignedIn && askedFor !== null && !isLeft },
  );
  const first = chosen ?? (isLeft ? undefined : (asked.data?.order ?? undefined));
  const shown = first === undefined ? undefined : laterOf(orders.find(first.id), first);

  const header = <PageHeader title={title} onBack={() => navigation.back()} />;
  if (!isSignedIn) {
    return (
      <Page header={header}>
        <EmptyState
          icon={ReceiptText}
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
          { id: 'open', label: t('orders.open'), ...(orders.loadable.state === 'loading' ? {} : { count: orders.open.length }) },
          { id: 'history', label: t('spot.orders.history') },
        ]}
      >
        <Stack gap={4} className={styles.panel}>
          <FilterBar
            filters={filters}
            symbols={markets.symbols.filter(({ products }) => products.spot)}
            hasPeriod={tab === 'history'}
            onChange={(change) => setFilters((before) => ({ ...before, ...change }))}
          />
          {tab === 'open' ? (
            <OpenTab orders={orders} filters={filters} find={markets.find} cancelling={cancelling} onSelect={setChosen} />
          ) : (
            <SpotHistoryList filters={filters} find={markets.find} onSelect={setChosen} />
          )}
        </Stack>
      </Tabs>
      {shown !== undefined && (
        <SpotOrderSheet
          key={shown.id}
          order={shown}
          digits={markets.find(shown.symbol)?.digits}
          {...cancelling}
          onClose={() => {
            setChosen(undefined);
            setIsLeft(true);
          }}
        />
      )}
    </Page>
  );
}
