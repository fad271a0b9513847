import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { DayList, ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { useNavigation } from '@tessera/shared/react';
import { AmountText, EmptyState, ListRow, LoadablePanel, SkeletonRows, Stack } from '@tessera/shared/ui';
import { useFreshAfterMoney } from '../../components/useFreshAfterMoney';
import { RealMoneyOnly } from './RealMoneyOnly';
import { StatusBadge } from './StatusBadge';

/** The person's participations, newest first; each opens its project. */
export function ProjectOrders() {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const navigation = useNavigation();
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages('projectOrders', {});
  useFreshAfterMoney('projectOrders');
  return (
    <Stack gap={4}>
      <RealMoneyOnly />
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={5} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('orders.empty')} detail={t('orders.emptyHint')} />}
      >
        {({ items }) => (
          <Stack gap={3}>
            <DayList label={t('orders.title')} items={items} atOf={({ atMs }) => atMs}>
              {(order) => (
                <ListRow
                  key={order.id}
                  title={order.projectName}
                  detail={<StatusBadge status={order.status} />}
                  value={<AmountText amount={order.amount} asset={order.asset} leastScale={2} />}
                  valueDetail={
                    order.profit === null
                      ? t('orders.ends', { date: format.date(order.endsAtMs) })
                      : `${format.figure(order.profit, { sign: 'always' })} ${order.asset}`
                  }
                  onSelect={() => navigation.navigate('/pages/InterestTreasure/detail', { project: order.projectId })}
                />
              )}
            </DayList>
            {hasMore && <ListEnd isBusy={isReadingMore} onReached={readMore} />}
          </Stack>
        )}
      </LoadablePanel>
    </Stack>
  );
}
