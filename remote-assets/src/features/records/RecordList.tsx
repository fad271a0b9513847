import { shownAsset, type AccountKind, type AccountMode, type RecordKind } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { DayList, ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { AmountText, EmptyState, ListRow, LoadablePanel, SkeletonRows, Stack } from '@tessera/shared/ui';
import { useShownScale } from '../../components/useShownScale';

interface RecordListProps {
  readonly account: AccountKind;
  readonly asset: string | undefined;
  readonly kind: RecordKind | undefined;
  readonly mode: AccountMode;
}

export function RecordList({ account, asset, kind, mode }: RecordListProps) {
  const { t } = useTranslation('assets');
  const format = useFormat();
  const scaleOf = useShownScale();
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages('walletDetail', {
    account,
    ...(asset === undefined ? {} : { asset }),
    ...(kind === undefined ? {} : { kind }),
  });
  return (
    <LoadablePanel
      loadable={loadable}
      onRetry={refetch}
      skeleton={<SkeletonRows count={8} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title={t('records.empty')} detail={t('records.emptyHint')} />}
    >
      {({ items }) => (
        <Stack gap={3}>
          <DayList label={t('records.title')} items={items} atOf={({ atMs }) => atMs}>
            {(record) => (
              <ListRow
                key={record.id}
                title={t(`records.kind.${record.kind}`)}
                detail={format.time(record.atMs)}
                value={
                  <AmountText
                    amount={record.amount}
                    asset={shownAsset(record.asset, mode)}
                    leastScale={scaleOf(record.asset)}
                    sign="always"
                  />
                }
                valueDetail={t('records.balanceAfter', {
                  amount: format.figure(record.balanceAfter, { leastScale: scaleOf(record.asset) }),
                })}
              />
            )}
          </DayList>
          {hasMore && <ListEnd isBusy={isReadingMore} onReached={readMore} />}
        </Stack>
      )}
    </LoadablePanel>
  );
}
