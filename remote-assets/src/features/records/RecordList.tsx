import { shownAsset, type AccountKind, type AccountMode, type RecordKind } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { DayList, ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { AmountText, EmptyState, ListRow, LoadablePanel, Notice, SkeletonRows, Stack } from '@tessera/shared/ui';
import { useShownScale } from '@tessera/shared/wallet';
import { findStatementBreak } from './findStatementBreak';

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
  const filter = { account, ...(asset === undefined ? {} : { asset }), ...(kind === undefined ? {} : { kind }) };
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages('walletDetail', filter);
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
          <Chain isBroken={findStatementBreak(items, kind !== undefined) !== undefined} />
          <DayList label={t('records.title')} items={items} atOf={({ atMs }) => atMs}>
            {(record) => (
              <ListRow
                key={record.id}
                title={t(`records.kind.${record.kind}`)}
                detail={`${format.time(record.atMs)} · ${t('records.number', { n: format.figure(String(record.version)) })}`}
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

/** Said only when it is wrong: a record was left out, or a balance does not follow from the one before. */
function Chain({ isBroken }: { readonly isBroken: boolean }) {
  const { t } = useTranslation('assets');
  return isBroken ? (
    <Notice tone="danger" title={t('records.broken')}>
      {t('records.brokenHint')}
    </Notice>
  ) : null;
}
