/** Ended orders by day, with the sums over all of them; older ones come as the end of the list comes into view. */
import { useMemo } from 'react';
import type { EndpointResponse, SpotOrder, SymbolInfo } from '@tessera/shared/contract';
import {
  largePageSize,
  CsvExportButton,
  DayList,
  dayStart,
  ListEnd,
  periodInterval,
  useEndpointPages,
  type PageParam,
} from '@tessera/shared/lists';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useApi, useClock } from '@tessera/shared/react';
import {
  AmountText,
  Badge,
  Card,
  EmptyState,
  KeyValueList,
  ListRow,
  LoadablePanel,
  ReceiptText,
  Row,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { assetsOf, useSpotTexts } from './useTexts';
import type { Filters } from './FilterBar';
import type { SpotFilter } from './filter';
import { useSpotColumns } from './useColumns';
import styles from './History.module.css';

interface SpotHistoryListProps {
  readonly filters: Filters;
  readonly find: (symbol: string) => SymbolInfo | undefined;
  readonly onSelect: (order: SpotOrder) => void;
}

export function SpotHistoryList({ filters, find, onSelect }: SpotHistoryListProps) {
  const { t } = useTranslation('trade');
  const clock = useClock();
  const api = useApi();
  const columns = useSpotColumns();
  const { symbol, side, period, days } = filters;
  const today = dayStart(clock.now());
  const interval = useMemo(() => periodInterval(period, today, days), [period, today, days]);
  const filter = useMemo<SpotFilter>(
    () => ({ ...(symbol === 'all' ? {} : { symbol }), ...(side === 'all' ? {} : { side }), ...interval }),
    [symbol, side, interval],
  );
  const history = useEndpointPages('spotOrders', { ...filter, status: 'history' }, { isEnabled: interval !== undefined });
  const quote = symbol === 'all' ? 'USDT' : assetsOf(symbol).quote;
  return (
    <LoadablePanel
      loadable={history.loadable}
      onRetry={history.refetch}
      skeleton={<SkeletonRows count={6} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState icon={ReceiptText} title={t('spot.orders.empty')} detail={t('orders.emptyHint')} />}
    >
      {({ items, total, totals }) => (
        <Stack gap={3}>
          <Totals totals={totals} quote={quote} count={total} />
          <Row gap={3} align="between" isWrapping>
            <span className={styles.utc}>{t('spot.orders.csvHint')}</span>
            <span className={styles.export}>
              <CsvExportButton
                fileName={`tessera-spot-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`}
                columns={columns}
                // What comes in while the file is read would move the pages: the file ends now.
                readPage={readPagesUntil(clock.now())}
              />
            </span>
          </Row>
          <DayList label={t('spot.orders.history')} items={items} atOf={({ acceptedAtMs }) => acceptedAtMs}>
            {(order) => <OrderRow key={order.id} order={order} digits={find(order.symbol)?.digits} onSelect={onSelect} />}
          </DayList>
          {history.hasMore && <ListEnd isBusy={history.isReadingMore} onReached={history.readMore} />}
        </Stack>
      )}
    </LoadablePanel>
  );

  function readPagesUntil(nowMs: number) {
    return (page: PageParam) =>
      api.call(
        'spotOrders',
        { ...filter, toMs: filter.toMs ?? nowMs, status: 'history', ...page, pageSize: largePageSize },
        { toastErrors: false },
      );
  }
}

function Totals({
  totals,
  quote,
  count,
}: {
  readonly totals: EndpointResponse<'spotOrders'>['totals'];
  readonly quote: string;
  readonly count: number;
}) {
  const { t } = useTranslation('trade');
  const texts = useSpotTexts();
  const format = useFormat();
  const shown = (amount: string) => <AmountText amount={amount} asset={texts.asset(quote)} leastScale={2} />;
  return (
    <Card tone="sunken">
      <KeyValueList
        items={[
          { key: 'count', label: t('positions.tab.orders'), value: format.figure(String(count)) },
          { key: 'bought', label: t('spot.orders.bought'), value: shown(totals.bought) },
          { key: 'sold', label: t('spot.orders.sold'), value: shown(totals.sold) },
          { key: 'fee', label: t('orders.fees'), value: shown(totals.fee) },
        ]}
      />
    </Card>
  );
}

interface OrderRowProps {
  readonly order: SpotOrder;
  readonly digits: number | undefined;
  readonly onSelect: (order: SpotOrder) => void;
}

function OrderRow({ order, digits, onSelect }: OrderRowProps) {
  const { t } = useTranslation('trade');
  const texts = useSpotTexts();
  const format = useFormat();
  const price = order.averagePrice ?? order.price;
  return (
    <ListRow
      title={
        <Row gap={2} isWrapping>
          <span>{order.symbol}</span>
          <Badge tone={order.side === 'buy' ? 'up' : 'down'}>{texts.side(order)}</Badge>
        </Row>
      }
      detail={`${format.time(order.acceptedAtMs)} · ${texts.entrustment(order)} · ${price === null ? t('spot.marketPrice') : format.figure(price, { scale: digits })}`}
      value={texts.progress(order)}
      valueDetail={texts.status(order)}
      onSelect={() => onSelect(order)}
    />
  );
}
