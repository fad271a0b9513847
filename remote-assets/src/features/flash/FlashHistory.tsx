import { useState } from 'react';
import { shownAsset, type AccountMode, type FlashOrder } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { DayList, ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { AmountText, EmptyState, ListRow, LoadablePanel, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';
import { FlashSheet } from './FlashSheet';

/** A person's exchanges, newest first. */
export function FlashHistory({ mode }: { readonly mode: AccountMode }) {
  const { t } = useTranslation('flash');
  const format = useFormat();
  const [opened, setOpened] = useState<FlashOrder>();
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages('flashHistory', {}, { isEnabled: true });
  return (
    <section>
      <SectionHeading>{t('history.title')}</SectionHeading>
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('history.empty')} detail={t('history.emptyHint')} />}
      >
        {({ items }) => (
          <Stack gap={3}>
            <DayList label={t('history.title')} items={items} atOf={({ atMs }) => atMs}>
              {(one) => (
                <ListRow
                  key={one.id}
                  title={t('history.pair', { from: shownAsset(one.from, mode), to: shownAsset(one.to, mode) })}
                  detail={format.time(one.atMs)}
                  value={<AmountText amount={one.received} asset={shownAsset(one.to, mode)} sign="always" />}
                  valueDetail={`${format.figure(`-${one.given}`)} ${shownAsset(one.from, mode)}`}
                  onSelect={() => setOpened(one)}
                />
              )}
            </DayList>
            {hasMore && <ListEnd isBusy={isReadingMore} onReached={readMore} />}
          </Stack>
        )}
      </LoadablePanel>
      {opened !== undefined && (
        <FlashSheet order={opened} mode={mode} title={t('history.one')} onClose={() => setOpened(undefined)} />
      )}
    </section>
  );
}
