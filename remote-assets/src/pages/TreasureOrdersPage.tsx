import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSessionState } from '@tessera/shared/react';
import { Stack } from '@tessera/shared/ui';
import { LaterPart } from '../components/LaterPart';
import { orders, productOf } from './parts';
import { ProductChoice } from './ProductChoice';
import { TreasureFrame } from './TreasureFrame';

/** What the person has bought or borrowed. ?product= says of which kind; the rest of the query is that kind's own. */
export function TreasureOrdersPage() {
  const { t } = useTranslation('treasure');
  const navigation = useNavigation();
  const { mode } = useSessionState();
  const [query] = useSearchParams();
  const product = productOf(query.get('product'));
  return (
    <TreasureFrame title={t('orders.title')}>
      <Stack gap={4}>
        <ProductChoice
          value={product}
          onChange={(next) => navigation.redirect('/pages/InterestTreasure/order', { product: next })}
        />
        <LaterPart key={`${product}/${mode}`} load={orders[product]} />
      </Stack>
    </TreasureFrame>
  );
}
