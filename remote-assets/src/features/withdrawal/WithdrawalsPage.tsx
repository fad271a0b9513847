import { useState } from 'react';
import type { Withdrawal } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { DayList, ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { useEndpoint, usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import { AmountText, EmptyState, ListRow, LoadablePanel, SkeletonRows, Stack } from '@tessera/shared/ui';
import { StatusBadge } from './StatusBadge';
import { WithdrawalFrame } from './WithdrawalFrame';
import { WithdrawalSheet } from './WithdrawalSheet';

/** All withdrawals, newest first; ?id= opens one. */
export function WithdrawalsPage() {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const { isSignedIn, mode } = useSessionState();
  const [query] = useSearchParams();
  const [openId, setOpenId] = useState(query.get('id') ?? undefined);
  const isEnabled = isSignedIn && mode === 'real';
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages('withdrawalLog', {}, { isEnabled });
  const named = useEndpoint('withdrawalLog', { id: openId ?? '' }, { isEnabled: isEnabled && openId !== undefined, freshMs: 0 });
  const refresh = useRefresh();
  usePrivateEvents(() => refresh('withdrawalLog'));
  const opened: Withdrawal | undefined = openId === undefined ? undefined : named.data?.items[0];
  return (
    <WithdrawalFrame title={t('listTitle')}>
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={6} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('order.empty')} detail={t('order.emptyHint')} />}
      >
        {({ items }) => (
          <Stack gap={3}>
            <DayList label={t('listTitle')} items={items} atOf={({ atMs }) => atMs}>
              {(one) => (
                <ListRow
                  key={one.id}
                  title={one.label}
                  detail={`${format.time(one.atMs)} · ${one.networkName ?? one.address}`}
                  value={<AmountText amount={one.amount} asset={one.asset} />}
                  valueDetail={<StatusBadge withdrawal={one} />}
                  onSelect={() => setOpenId(one.id)}
                />
              )}
            </DayList>
            {hasMore && <ListEnd isBusy={isReadingMore} onReached={readMore} />}
          </Stack>
        )}
      </LoadablePanel>
      {opened !== undefined && <WithdrawalSheet withdrawal={opened} onClose={() => setOpenId(undefined)} />}
    </WithdrawalFrame>
  );
}
