import { useState } from 'react';
import { shownAsset, type EndpointResponse, type SecondsOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useClock, useEndpoint, useNavigation, useSessionState } from '@tessera/shared/react';
import {
  AmountText,
  Badge,
  Button,
  Card,
  Chips,
  EmptyState,
  KeyValueList,
  List,
  ListRow,
  LoadablePanel,
  Row,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { useOrderTexts } from '../../components/useOrderTexts';
import { periodInterval, periods, startOfLocalDay, type Period } from './period';

const pageSize = 30;

/** Settled orders of a period with their totals, newest first; a row leads to its check. */
export function ClosedOrders({ call }: { readonly call: 'listSeconds' | 'listWhSeconds' }) {
  const { t } = useTranslation('trade');
  const clock = useClock();
  const [period, setPeriod] = useState<Period>('7');
  const [count, setCount] = useState(pageSize);
  const { loadable, refetch, isFetching } = useEndpoint(
    call,
    { status: 'closed', page: 1, pageSize: count, ...periodInterval(period, startOfLocalDay(clock.now())) },
    { keepsPrevious: true, freshMs: 0 },
  );
  const periodText = (value: Period) =>
    value === '7' || value === '30' ? t('orders.days', { count: Number(value) }) : t(`orders.${value}`);
  return (
    <Stack gap={3}>
      <Chips
        isScrolled
        label={t('orders.period')}
        value={period}
        onChange={setPeriod}
        options={periods.map((value) => ({ value, label: periodText(value) }))}
      />
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={6} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('orders.emptyClosed')} detail={t('orders.emptyHint')} />}
      >
        {({ items, total, totals }) => (
          <Stack gap={3}>
            <Totals totals={totals} asset={items[0]?.asset ?? 'USDT'} />
            <Card padding="none">
              <List label={t('orders.closed')}>
                {items.map((order) => (
                  <OrderRow key={order.id} order={order} />
                ))}
              </List>
            </Card>
            {items.length < total && items.length < 100 && (
              <Button variant="secondary" isBlock isBusy={isFetching} onClick={() => setCount(Math.min(100, count + pageSize))}>
                {t('orders.more')}
              </Button>
            )}
          </Stack>
        )}
      </LoadablePanel>
    </Stack>
  );
}

function Totals({ totals, asset }: { readonly totals: EndpointResponse<'listSeconds'>['totals']; readonly asset: string }) {
  const { t } = useTranslation('trade');
  const { mode } = useSessionState();
  const unit = shownAsset(asset, mode);
  return (
    <Card tone="sunken">
      <KeyValueList
        items={[
          {
            key: 'profit',
            label: t('orders.profit'),
            value: <AmountText amount={totals.profit} asset={unit} scale={2} tone="profit" />,
            detail: t('orders.record', { won: totals.won, lost: totals.lost, returned: totals.returned }),
            isStrong: true,
          },
          { key: 'stakes', label: t('orders.stakes'), value: <AmountText amount={totals.stake} asset={unit} scale={2} /> },
          { key: 'fees', label: t('orders.fees'), value: <AmountText amount={totals.fee} asset={unit} scale={2} /> },
        ]}
      />
    </Card>
  );
}

function OrderRow({ order }: { readonly order: SecondsOrder }) {
  const texts = useOrderTexts();
  const format = useFormat();
  const navigation = useNavigation();
  return (
    <ListRow
      title={
        <Row gap={2}>
          <span>{order.symbol}</span>
          <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
        </Row>
      }
      detail={`${format.dateTime(order.settledAtMs ?? order.expiresAtMs)} · ${texts.duration(order.seconds)} · ${format.figure(order.stake, { scale: 2 })}`}
      value={<AmountText amount={order.profit} asset={texts.asset(order)} scale={2} tone="profit" />}
      valueDetail={texts.outcome(order)}
      onSelect={() => navigation.navigate('/pages/contract/proof', { order: order.id })}
    />
  );
}
