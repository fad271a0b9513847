import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import { EmptyState, ErrorState, LoadablePanel, PiggyBank, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';
import { failedTogether } from '../../components/failedTogether';
import { ProductCard } from './ProductCard';
import { TreasureSummary } from './TreasureSummary';

/** The person's summary, and the products on offer. */
export function TreasureHome() {
  const { t } = useTranslation('treasure');
  const navigation = useNavigation();
  const refresh = useRefresh();
  const { mode } = useSessionState();
  const summary = useEndpoint('treasureSummary', {}, { freshMs: 0 });
  const products = useEndpoint('treasureProducts', {}, { freshMs: 0 });
  const failure = failedTogether([summary, products]);
  usePrivateEvents(({ type }) => {
    if (type === 'balance.changed' || type === 'resync') refresh('treasureSummary', 'treasureProducts');
  });
  if (failure !== undefined) return <ErrorState error={failure.error} onRetry={failure.retry} />;
  return (
    <Stack gap={4}>
      <TreasureSummary summary={summary} mode={mode} />
      <section>
        <SectionHeading>{t('list.title')}</SectionHeading>
        <LoadablePanel
          loadable={products.loadable}
          onRetry={products.refetch}
          skeleton={<SkeletonRows count={6} />}
          isEmpty={({ products: offered }) => offered.length === 0}
          empty={<EmptyState icon={PiggyBank} title={t('list.empty')} detail={t('list.emptyHint')} />}
        >
          {({ products: offered }) => (
            <Stack gap={3}>
              {offered.map((product) => (
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
