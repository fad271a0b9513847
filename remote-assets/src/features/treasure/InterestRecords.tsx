import { shownAsset, type AccountMode } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { AmountText, EmptyState, List, ListRow, LoadablePanel, SectionHeading, SkeletonRows } from '@tessera/shared/ui';

/** The interest that was paid for one order, day by day, newest first. */
export function InterestRecords({ orderId, mode }: { readonly orderId: string; readonly mode: AccountMode }) {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages('treasureRecords', { orderId });
  return (
    <section>
      <SectionHeading level={3}>{t('interest.title')}</SectionHeading>
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={2} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('interest.empty')} />}
      >
        {({ items }) => (
          <>
            <List label={t('interest.title')}>
              {items.map(({ id, date, asset, amount, atMs }) => (
                <ListRow
                  key={id}
                  title={format.utcDay(Date.parse(date))}
                  detail={t('interest.paid', { at: format.dateTime(atMs) })}
                  value={<AmountText amount={amount} asset={shownAsset(asset, mode)} sign="always" />}
                />
              ))}
            </List>
            {hasMore && <ListEnd isBusy={isReadingMore} onReached={readMore} />}
          </>
        )}
      </LoadablePanel>
    </section>
  );
}
