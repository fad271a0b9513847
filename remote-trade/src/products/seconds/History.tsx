/** Settled seconds orders of a period with their totals, newest first; a row leads to its check. Losses are never hidden. */
import { shownAsset, type EndpointResponse, type SecondsOrder, type SymbolInfo } from '@tessera/shared/contract';
import {
  csvInstant,
  largePageSize,
  CsvExportButton,
  DayList,
  ListEnd,
  useEndpointPages,
  type CsvColumn,
} from '@tessera/shared/lists';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useApi, useNavigation, useSessionState } from '@tessera/shared/react';
import {
  AmountText,
  Badge,
  Card,
  EmptyState,
  KeyValueList,
  ListRow,
  LoadablePanel,
  Row,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { useOrderTexts } from './useTexts';
import { familyCall } from '../../orders/familyCall';
import { HistoryFilters } from '../../orders/history/HistoryFilters';
import { useHistoryFilter } from '../../orders/history/useHistoryFilter';

const endOf = (order: SecondsOrder): number => order.settledAtMs ?? order.expiresAtMs;

export function ClosedOrders({ symbols }: { readonly symbols: readonly SymbolInfo[] }) {
  const { t } = useTranslation('trade');
  const api = useApi();
  const { filter, change, request, isPeriod } = useHistoryFilter();
  const call = familyCall('secondsOrders', filter.family);
  const asked = { status: 'closed', ...request } as const;
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages(call, asked, { isEnabled: isPeriod });
  const columns = useSecondsColumns();
  return (
    <Stack gap={3}>
      <HistoryFilters
        filter={filter}
        onChange={change}
        symbols={symbols.filter(
          ({ assetClass, products }) => products.seconds && (assetClass === 'crypto') === (filter.family === 'crypto'),
        )}
      />
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={6} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('orders.emptyClosed')} detail={t('orders.emptyHint')} />}
      >
        {({ items, totals }) => (
          <Stack gap={3}>
            <Totals totals={totals} asset={items[0]?.asset ?? 'USDT'} />
            <CsvExportButton
              fileName={`seconds-${filter.family}.csv`}
              columns={columns}
              readPage={(page) => api.call(call, { ...asked, ...page, pageSize: largePageSize }, { toastErrors: false })}
            />
            <DayList label={t('orders.closed')} items={items} atOf={endOf}>
              {(order) => <OrderRow key={order.id} order={order} />}
            </DayList>
            {hasMore && <ListEnd isBusy={isReadingMore} onReached={readMore} />}
          </Stack>
        )}
      </LoadablePanel>
    </Stack>
  );
}

function useSecondsColumns(): readonly CsvColumn<SecondsOrder>[] {
  const { t } = useTranslation('trade');
  const texts = useOrderTexts();
  return [
    { head: t('orders.file.number'), value: ({ id }) => id },
    { head: t('orders.file.accepted'), value: ({ acceptedAtMs }) => csvInstant(acceptedAtMs) },
    { head: t('orders.file.ended'), value: (order) => csvInstant(endOf(order)) },
    { head: t('orders.file.market'), value: ({ symbol }) => symbol },
    { head: t('orders.file.direction'), value: texts.direction },
    { head: t('orders.file.duration'), value: ({ seconds }) => String(seconds) },
    { head: t('orders.file.stake'), value: ({ stake }) => stake },
    { head: t('orders.file.fee'), value: ({ fee }) => fee },
    { head: t('orders.file.entry'), value: ({ entry }) => entry?.price },
    { head: t('orders.file.exit'), value: ({ exit }) => exit?.price },
    { head: t('orders.file.outcome'), value: texts.outcome },
    { head: t('orders.file.returned'), value: ({ returned }) => returned },
    { head: t('orders.file.profit'), value: ({ profit }) => profit },
    { head: t('orders.file.asset'), value: texts.asset },
  ];
}

function Totals({ totals, asset }: { readonly totals: EndpointResponse<'secondsOrders'>['totals']; readonly asset: string }) {
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
            value: <AmountText amount={totals.profit} asset={unit} leastScale={2} tone="profit" />,
            detail: t('orders.record', { won: totals.won, lost: totals.lost, returned: totals.returned }),
            isStrong: true,
          },
          { key: 'stakes', label: t('orders.stakes'), value: <AmountText amount={totals.stake} asset={unit} leastScale={2} /> },
          { key: 'fees', label: t('orders.fees'), value: <AmountText amount={totals.fee} asset={unit} leastScale={2} /> },
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
        <Row gap={2} isWrapping>
          <span>{order.symbol}</span>
          <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
        </Row>
      }
      detail={`${format.time(endOf(order))} · ${texts.duration(order.seconds)} · ${format.figure(order.stake, { leastScale: 2 })}`}
      value={<AmountText amount={order.profit} asset={texts.asset(order)} leastScale={2} tone="profit" />}
      valueDetail={texts.outcome(order)}
      onSelect={() => navigation.navigate('/pages/contract/proof', { order: order.id })}
    />
  );
}
