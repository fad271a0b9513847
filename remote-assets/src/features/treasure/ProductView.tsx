import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { amount } from '@tessera/shared/money';
import { useEndpoint, useNavigation, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, LoadablePanel, PiggyBank, SkeletonRows } from '@tessera/shared/ui';
import { useWallet } from '@tessera/shared/wallet';
import { PurchaseForm } from './PurchaseForm';

/** One product (?id=): its terms, the calculator, and the purchase. */
export function ProductView() {
  const { t } = useTranslation('treasure');
  const navigation = useNavigation();
  const { mode } = useSessionState();
  const [query] = useSearchParams();
  const id = query.get('id');
  const { loadable, refetch } = useEndpoint('treasureProducts', {}, { freshMs: 0 });
  const wallet = useWallet();
  return (
    <LoadablePanel
      loadable={loadable}
      onRetry={refetch}
      skeleton={<SkeletonRows count={8} />}
      isEmpty={({ products }) => !products.some((one) => one.id === id)}
      empty={
        <EmptyState
          icon={PiggyBank}
          title={t('detail.gone')}
          action={
            <Button onClick={() => navigation.redirect('/pages/InterestTreasure/index', { product: 'treasure' })}>
              {t('detail.others')}
            </Button>
          }
        />
      }
    >
      {({ products }) => {
        const product = products.find((one) => one.id === id);
        if (product === undefined) return null;
        return (
          <LoadablePanel loadable={wallet.loadable} onRetry={wallet.refetch} skeleton={<SkeletonRows count={8} />}>
            {({ coin }) => (
              <PurchaseForm
                product={product}
                mode={mode}
                available={amount(coin.find(({ asset }) => asset === product.asset)?.available ?? '0')}
              />
            )}
          </LoadablePanel>
        );
      }}
    </LoadablePanel>
  );
}
