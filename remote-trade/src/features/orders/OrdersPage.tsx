/** The person's contract orders, seconds and leverage: what is open now, and the record of what ended. Losses are never hidden. */
import { useEffect, useState, type ComponentType } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, Page, PageHeader, SectionHeading, Segmented, Stack, Tabs, Timer } from '@tessera/shared/ui';
import { LeverageOutcomes } from '../../products/leverage/Outcomes';
import { useLeverageOrders, type LeverageOrders } from '../../products/leverage/useOrders';
import { RunningOrder } from '../../products/seconds/OpenOrder';
import { useMarkets } from '../../components/useMarkets';
import { useSecondsOrders } from '../../products/seconds/useOrders';
import { ClosedLeverage } from '../../products/leverage/History';
import { ClosedOrders } from '../../products/seconds/History';
import styles from './OrdersPage.module.css';

type TabId = 'open' | 'closed';
type Product = 'seconds' | 'leverage';

interface OrdersPageProps {
  readonly firstTab: TabId;
  /** Open positions and waiting orders: another feature's, handed in by the routes. */
  readonly positions: ComponentType<{
    readonly scale: number;
    readonly orders: LeverageOrders;
    readonly find: (symbol: string) => SymbolInfo | undefined;
    readonly hasHistory?: boolean;
  }>;
}

export function OrdersPage({ firstTab, positions: Positions }: OrdersPageProps) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn } = useSessionState();
  const [query] = useSearchParams();
  const [tab, setTab] = useState<TabId>(firstTab);
  const markets = useMarkets();
  const leverage = useLeverageOrders();
  const title = t('orders.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const header = <PageHeader title={title} onBack={() => navigation.back()} />;
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
  const hasLeverage = markets.symbols.some(({ products }) => products.leverage);
  const scale = markets.asset('USDT')?.scale ?? 2;
  const firstProduct: Product = query.get('product') === 'leverage' ? 'leverage' : 'seconds';
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
        <div className={styles.content}>
          {tab === 'closed' ? (
            <ClosedTab hasLeverage={hasLeverage} firstProduct={firstProduct} symbols={markets.symbols} find={markets.find} />
          ) : (
            <Stack gap={6}>
              <section>
                {hasLeverage && <SectionHeading>{t('leverage.product.seconds')}</SectionHeading>}
                <OpenSeconds find={markets.find} />
              </section>
              {hasLeverage && (
                <section>
                  <SectionHeading>{t('leverage.product.leverage')}</SectionHeading>
                  <Positions scale={scale} orders={leverage} find={markets.find} hasHistory={false} />
                </section>
              )}
            </Stack>
          )}
        </div>
      </Tabs>
      <LeverageOutcomes orders={leverage} find={markets.find} />
    </Page>
  );
}

function OpenSeconds({ find }: { readonly find: (symbol: string) => SymbolInfo | undefined }) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
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
        <RunningOrder key={order.id} order={order} info={find(order.symbol)} />
      ))}
    </Stack>
  );
}

interface ClosedTabProps {
  readonly hasLeverage: boolean;
  readonly firstProduct: Product;
  readonly symbols: readonly SymbolInfo[];
  readonly find: (symbol: string) => SymbolInfo | undefined;
}

function ClosedTab({ hasLeverage, firstProduct, symbols, find }: ClosedTabProps) {
  const { t } = useTranslation('trade');
  const [product, setProduct] = useState<Product>(firstProduct);
  return (
    <Stack gap={3}>
      {hasLeverage && (
        <Segmented
          label={t('orders.product')}
          value={product}
          onChange={setProduct}
          options={(['seconds', 'leverage'] as const).map((value) => ({ value, label: t(`leverage.product.${value}`) }))}
        />
      )}
      {product === 'seconds' ? <ClosedOrders symbols={symbols} /> : <ClosedLeverage symbols={symbols} find={find} />}
    </Stack>
  );
}
