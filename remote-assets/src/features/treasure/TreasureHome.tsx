import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import { EmptyState, LoadablePanel, PiggyBank, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';
import { ProductCard } from './ProductCard';
import { TreasureSummary } from './TreasureSummary';

/** What the person has in it, and what is offered. */
export function TreasureHome() {
  const { t } = useTranslation('treasure');
  const navigation = useNavigation();
  const refresh = useRefresh();
  const { mode } = useSessionState();
  const { loadable, refetch } = useEndpoint('treasureProducts', {}, { freshMs: 0 });
  usePrivateEvents(({ type }) => {
    if (type === 'balance.changed' || type === 'resync') refresh('treasureSummary', 'treasureProducts');
  });
  return (
    <Stack gap={4}>
      <TreasureSummary mode={mode} />
      <section>
        <SectionHeading>{t('list.title')}</SectionHeading>
        <LoadablePanel
          loadable={loadable}
          onRetry={refetch}
          skeleton={<SkeletonRows count={6} />}
          isEmpty={({ products }) => products.length === 0}
          empty={<EmptyState icon={PiggyBank} title={t('list.empty')} detail={t('list.emptyHint')} />}
        >
          {({ products }) => (
            <Stack gap={3}>
              {products.map((product) => (
                <ProductCard
                  key={product.id}
                  product={product}
                  mode={mode}
                  onSelect={() => navigation.navigate('/pages/InterestTreasure/detail', { id: product.id })}
                />
              ))}
            </Stack>
          )}
        </LoadablePanel>
      </section>
    </Stack>
  );
}
