/** Leveraged orders that ended in a period, with their totals; a row opens the order with all its deals. */
import { useMemo, useState } from 'react';
import type { EndpointResponse, LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
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
import { useApi } from '@tessera/shared/react';
import { AmountText, Card, EmptyState, KeyValueList, LoadablePanel, SkeletonRows, Stack } from '@tessera/shared/ui';
import { LeverageDetailSheet } from './DetailSheet';
import { LeverageRow } from './OrderRow';
import { useLeverageTexts } from './useTexts';
import { familyCall } from '../../orders/familyCall';
import { HistoryFilters } from '../../orders/history/HistoryFilters';
import { useHistoryFilter } from '../../orders/history/useHistoryFilter';

interface ClosedLeverageProps {
  readonly symbols: readonly SymbolInfo[];
  readonly find: (symbol: string) => SymbolInfo | undefined;
}

const endOf = (order: LeverageOrder): number => order.closedAtMs ?? order.acceptedAtMs;

export function ClosedLeverage({ symbols, find }: ClosedLeverageProps) {
  const { t } = useTranslation('trade');
  const api = useApi();
  const { filter, change, request, isPeriod } = useHistoryFilter();
  const [chosen, setChosen] = useState<LeverageOrder | undefined>(undefined);
  const call = familyCall('leverageOrders', filter.family);
  const { direction } = filter;
  const asked = useMemo(
    () => ({ status: 'history', ...request, ...(direction === undefined ? {} : { direction }) }) as const,
    [request, direction],
  );
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages(call, asked, { isEnabled: isPeriod });
  const columns = useLeverageColumns();
  return (
    <Stack gap={3}>
      <HistoryFilters
        filter={filter}
        onChange={change}
        hasDirection
        symbols={symbols.filter(
          ({ assetClass, products }) => products.leverage && (assetClass === 'crypto') === (filter.family === 'crypto'),
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
            <Totals totals={totals} />
            <CsvExportButton
              fileName={`leverage-${filter.family}.csv`}
              columns={columns}
              readPage={(page) => api.call(call, { ...asked, ...page, pageSize: largePageSize }, { toastErrors: false })}
            />
            <DayList label={t('orders.closed')} items={items} atOf={endOf}>
              {(order) => (
                <LeverageRow key={order.id} order={order} info={find(order.symbol)} onSelect={() => setChosen(order)} />
              )}
            </DayList>
            {hasMore && <ListEnd isBusy={isReadingMore} onReached={readMore} />}
          </Stack>
        )}
      </LoadablePanel>
      {chosen !== undefined && (
        <LeverageDetailSheet key={chosen.id} order={chosen} info={find(chosen.symbol)} onClose={() => setChosen(undefined)} />
      )}
    </Stack>
  );
}

function Totals({ totals }: { readonly totals: EndpointResponse<'leverageOrders'>['totals'] }) {
  const { t } = useTranslation('trade');
  const { unit } = useLeverageTexts();
  return (
    <Card tone="sunken">
      <KeyValueList
        items={[
          {
            key: 'profit',
            label: t('orders.result'),
            value: <AmountText amount={totals.realizedProfit} asset={unit} leastScale={2} tone="profit" />,
            detail: t('positions.resultHint'),
            isStrong: true,
          },
          { key: 'fees', label: t('orders.fees'), value: <AmountText amount={totals.fee} asset={unit} leastScale={2} /> },
          {
            key: 'swaps',
            label: t('orders.swaps'),
            value: <AmountText amount={totals.swap} asset={unit} leastScale={2} tone="profit" />,
          },
        ]}
      />
    </Card>
  );
}

function useLeverageColumns(): readonly CsvColumn<LeverageOrder>[] {
  const { t } = useTranslation('trade');
  const texts = useLeverageTexts();
  return [
    { head: t('orders.file.number'), value: ({ id }) => id },
    { head: t('orders.file.accepted'), value: ({ acceptedAtMs }) => csvInstant(acceptedAtMs) },
    { head: t('orders.file.ended'), value: ({ closedAtMs }) => (closedAtMs === null ? undefined : csvInstant(closedAtMs)) },
    { head: t('orders.file.market'), value: ({ symbol }) => symbol },
    { head: t('orders.file.direction'), value: texts.direction },
    { head: t('orders.file.type'), value: ({ entrustment }) => t(`leverage.entrustment.${entrustment}`) },
    { head: t('orders.file.leverage'), value: ({ leverage }) => String(leverage) },
    { head: t('orders.file.lots'), value: ({ lots }) => lots },
    { head: t('orders.file.entry'), value: ({ openPrice }) => openPrice },
    { head: t('orders.file.exit'), value: ({ closePrice }) => closePrice },
    { head: t('orders.file.fee'), value: ({ fee }) => fee },
    { head: t('orders.file.swap'), value: ({ swap }) => swap },
    { head: t('orders.file.profit'), value: ({ realizedProfit }) => realizedProfit },
    { head: t('orders.file.asset'), value: () => texts.unit },
    { head: t('orders.file.reason'), value: texts.why },
  ];
}
