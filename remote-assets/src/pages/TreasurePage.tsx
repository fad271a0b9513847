import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSessionState } from '@tessera/shared/react';
import { History, IconButton, Stack } from '@tessera/shared/ui';
import { LaterPart } from '../components/LaterPart';
import { offers, productOf } from './parts';
import { ProductChoice } from './ProductChoice';
import { TreasureFrame } from './TreasureFrame';

/** Interest Treasure, projects and loans. ?product= says which. */
export function TreasurePage() {
  const { t } = useTranslation('treasure');
  const navigation = useNavigation();
  const { mode } = useSessionState();
  const [query] = useSearchParams();
  const product = productOf(query.get('product'));
  return (
    <TreasureFrame
      title={t('title')}
      actions={
        <IconButton
          icon={History}
          label={t('orders.title')}
          onClick={() => navigation.navigate('/pages/InterestTreasure/order', { product })}
        />
      }
    >
      <Stack gap={4}>
        <ProductChoice
          value={product}
          onChange={(next) => navigation.redirect('/pages/InterestTreasure/index', { product: next })}
        />
        <LaterPart key={`${product}/${mode}`} load={offers[product]} />
      </Stack>
    </TreasureFrame>
  );
}
