import { useMemo } from 'react';
import type { SpotOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, EmptyState, LoadablePanel, mapLoadable, ReceiptText, SkeletonRows } from '@tessera/shared/ui';
import { OpenSpotOrder } from './OpenOrder';
import type { SpotCancel } from './useCancel';
import type { SpotOrders } from './useOrders';
import type { Filters } from './FilterBar';

interface OpenTabProps {
  readonly orders: SpotOrders;
  readonly filters: Filters;
  readonly find: (symbol: string) => SymbolInfo | undefined;
  readonly cancelling: SpotCancel;
  readonly onSelect: (order: SpotOrder) => void;
}

/** Every open order that the filter lets through; all of them are known, so it is narrowed here. */
export function OpenTab({ orders, filters: { symbol, side }, find, cancelling, onSelect }: OpenTabProps) {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const { loadable } = orders;
  const narrowed = useMemo(
    () =>
      mapLoadable(loadable, (open) =>
        open.filter((order) => (symbol === 'all' || order.symbol === symbol) && (side === 'all' || order.side === side)),
      ),
    [loadable, symbol, side],
  );
  return (
    <LoadablePanel
      loadable={narrowed}
      onRetry={orders.refetch}
      skeleton={<SkeletonRows count={4} />}
      empty={
        <EmptyState
          icon={ReceiptText}
          title={t('spot.noOpen')}
          detail={t('orders.emptyHint')}
          action={<Button onClick={() => navigation.switchTab('/pages/trade/index')}>{t('orders.newOrder')}</Button>}
        />
      }
    >
      {(open) => (
        <div>
          {open.map((order) => (
            <OpenSpotOrder key={order.id} order={order} digits={find(order.symbol)?.digits} {...cancelling} onSelect={onSelect} />
          ))}
        </div>
      )}
    </LoadablePanel>
  );
}
