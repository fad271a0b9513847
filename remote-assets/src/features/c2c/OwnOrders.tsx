import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { DayList, ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { useNavigation, usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import { AmountText, EmptyState, ListRow, LoadablePanel, SkeletonRows, Stack } from '@tessera/shared/ui';
import { OrderBadge } from './OrderBadge';

/** Newest first. */
export function OwnOrders() {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const navigation = useNavigation();
  const refresh = useRefresh();
  const { isSignedIn, mode } = useSessionState();
  usePrivateEvents(({ type }) => {
    if (type === 'balance.changed' || type === 'notice') refresh('c2cOrders');
  });
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages(
    'c2cOrders',
    {},
    {
      isEnabled: isSignedIn && mode === 'real',
    },
  );
  return (
    <LoadablePanel
      loadable={loadable}
      onRetry={refetch}
      skeleton={<SkeletonRows count={3} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title={t('ordersEmpty')} />}
    >
      {({ items }) => (
        <Stack gap={3}>
          <DayList label={t('orders')} items={items} atOf={({ atMs }) => atMs}>
            {(order) => (
              <ListRow
                key={order.id}
                title={order.merchant}
                detail={`${format.time(order.atMs)} · ${order.id}`}
                value={<AmountText amount={order.amount} asset={order.asset} />}
                valueDetail={<OrderBadge status={order.status} />}
                onSelect={() => navigation.navigate('/pages/assets/c2c', { id: order.id })}
              />
            )}
          </DayList>
          {hasMore && <ListEnd isBusy={isReadingMore} onReached={readMore} />}
        </Stack>
      )}
    </LoadablePanel>
  );
}
