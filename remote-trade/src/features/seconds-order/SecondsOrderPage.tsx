import { useEffect } from 'react';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSessionState } from '@tessera/shared/react';
import {
  DemoMark,
  EmptyState,
  IconButton,
  Info,
  LoadablePanel,
  Page,
  PageHeader,
  ReceiptText,
  Row,
  Skeleton,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { ResultSheet } from '../../components/ResultSheet';
import { RunningOrders } from '../../components/RunningOrders';
import { useMarkets } from '../../components/useMarkets';
import { useSecondsOrders } from '../../components/useSecondsOrders';
import { MarketBar } from './MarketBar';
import { SecondsTicket } from './SecondsTicket';
import { TicketChart } from './TicketChart';

/** The contract tab: market, chart, ticket, running orders; the result of an order that settles while watched. */
export function SecondsOrderPage() {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const { mode, isSignedIn } = useSessionState();
  const [query] = useSearchParams();
  const markets = useMarkets();
  const orders = useSecondsOrders();
  const title = t('ticket.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const tradable = markets.symbols.filter(({ products }) => products.seconds);
  const info = tradable.find(({ symbol }) => symbol === query.get('symbol')) ?? tradable[0];
  const result = orders.results[0];

  return (
    <Page
      header={
        <PageHeader
          title={title}
          tone="mode"
          actions={
            <Row gap={1}>
              {isSignedIn && mode === 'demo' && <DemoMark />}
              <IconButton label={t('ticket.rules')} icon={Info} onClick={() => navigation.navigate('/pages/contract/info')} />
              <IconButton
                label={t('ticket.orders')}
                icon={ReceiptText}
                badge={orders.running.length}
                onClick={() => navigation.navigate('/pages/contract/orderRecond')}
              />
            </Row>
          }
        />
      }
    >
      <LoadablePanel loadable={markets.loadable} onRetry={markets.refetch} skeleton={<TicketSkeleton />}>
        {() =>
          info === undefined ? (
            <EmptyState title={t('ticket.noMarkets')} />
          ) : (
            <Stack gap={4}>
              <MarketBar
                info={info}
                choices={tradable}
                onChoose={(symbol) => navigation.redirect('/pages/contract/index', { symbol })}
              />
              <TicketChart info={info} orders={orders.running} />
              <RunningOrders orders={orders.running} findInfo={markets.find} />
              <SecondsTicket
                key={info.symbol}
                info={info}
                preferred={query.get('direction')}
                scale={markets.asset('USDT')?.scale ?? 2}
                onPlaced={orders.add}
              />
            </Stack>
          )
        }
      </LoadablePanel>
      {result !== undefined && (
        <ResultSheet
          key={result.id}
          order={result}
          digits={markets.find(result.symbol)?.digits}
          onClose={() => orders.dismiss(result.id)}
          onCheck={() => {
            orders.dismiss(result.id);
            navigation.navigate('/pages/contract/proof', { order: result.id });
          }}
        />
      )}
    </Page>
  );
}

function TicketSkeleton() {
  return (
    <Stack gap={4}>
      <Skeleton shape="block" height={56} />
      <Skeleton shape="block" height={260} />
      <SkeletonRows count={3} />
    </Stack>
  );
}
