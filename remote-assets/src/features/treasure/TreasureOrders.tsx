import { shownAsset, type TreasureOrder, type TreasureStatus } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { DayList, ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { useClock, useEndpoint, useNavigation, useSessionState } from '@tessera/shared/react';
import { AmountText, EmptyState, ListRow, LoadablePanel, Notice, SkeletonRows, Stack, Tabs } from '@tessera/shared/ui';
import { useFreshAfterMoney } from '../../components/useFreshAfterMoney';
import { OrderBadge } from './OrderBadge';
import { OrderSheet } from './OrderSheet';
import { useTermsText } from './useTermsText';

const states = ['pending_review', 'in_custody', 'completed', 'cancelled'] as const satisfies readonly TreasureStatus[];
const dayMs = 86_400_000;

/** The person's orders by status; ?id= opens one. */
export function TreasureOrders() {
  const { t } = useTranslation('treasure');
  const errorText = useErrorText();
  const navigation = useNavigation();
  const { mode } = useSessionState();
  const [query] = useSearchParams();
  const openId = query.get('id') ?? undefined;
  const named = useEndpoint('treasureOrders', { id: openId ?? '' }, { isEnabled: openId !== undefined, freshMs: 0 });
  const opened = openId === undefined ? undefined : named.data?.items[0];
  useFreshAfterMoney('treasureOrders', 'treasureRecords');
  // A link from a message has only the order's id: its status decides which tab is shown.
  const status = states.find((one) => one === query.get('status')) ?? opened?.status ?? 'in_custody';
  const show = (next: { readonly status: TreasureStatus; readonly id?: string }) =>
    navigation.redirect('/pages/InterestTreasure/order', { product: 'treasure', ...next });
  return (
    <>
      {openId !== undefined && named.data?.items.length === 0 && (
        <Notice tone="warning">{errorText(new AppError('DATA_NOT_FOUND'))}</Notice>
      )}
      <Tabs
        label={t('orders.title')}
        tabs={states.map((id) => ({ id, label: t(`status.${id}`) }))}
        selected={status}
        onSelect={(next) => show({ status: next })}
      >
        <OrderList key={`${status}/${mode}`} status={status} onSelect={({ id }) => show({ status, id })} />
      </Tabs>
      {opened !== undefined && <OrderSheet key={opened.id} order={opened} mode={mode} onClose={() => show({ status })} />}
    </>
  );
}

function OrderList({ status, onSelect }: { readonly status: TreasureStatus; readonly onSelect: (order: TreasureOrder) => void }) {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const terms = useTermsText();
  const daysLeft = useDaysLeft();
  const { mode } = useSessionState();
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages('treasureOrders', { status });
  return (
    <LoadablePanel
      loadable={loadable}
      onRetry={refetch}
      skeleton={<SkeletonRows count={5} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title={t('orders.empty')} detail={t('orders.emptyHint')} />}
    >
      {({ items }) => (
        <Stack gap={3}>
          <DayList label={t(`status.${status}`)} items={items} atOf={({ boughtAtMs }) => boughtAtMs}>
            {(order) => (
              <ListRow
                key={order.id}
                title={`${t('days', { count: order.days })} · ${terms.rate(order)}`}
                detail={daysLeft(order) ?? <OrderBadge order={order} />}
                value={
                  <AmountText
                    // The present principal: a part may have been redeemed already.
                    amount={order.status === 'in_custody' ? order.principal : order.amount}
                    asset={shownAsset(order.asset, mode)}
                    leastScale={2}
                  />
                }
                valueDetail={t('orders.earned', {
                  amount: `${format.figure(order.earned, { sign: 'always' })} ${shownAsset(order.asset, mode)}`,
                })}
                onSelect={() => onSelect(order)}
              />
            )}
          </DayList>
          {hasMore && <ListEnd isBusy={isReadingMore} onReached={readMore} />}
        </Stack>
      )}
    </LoadablePanel>
  );
}

/** Days left of a running order, by the server's clock; before its first day, all of its days. */
function useDaysLeft(): (order: TreasureOrder) => string | undefined {
  const { t } = useTranslation('treasure');
  const clock = useClock();
  return ({ status, endsAtMs, days }) =>
    status !== 'in_custody' || endsAtMs === null
      ? undefined
      : t('orders.daysLeft', {
          days: t('days', { count: Math.min(days, Math.max(0, Math.ceil((endsAtMs - clock.now()) / dayMs))) }),
        });
}
