import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { TopUpFrame } from '../topup/TopUpFrame';
import { BuyForm } from './BuyForm';
import { Offers } from './Offers';
import { OrderView } from './OrderView';

/** Coins from merchants: what they offer and one's own orders, ?offer=…&asset=… to order, ?id=… for one order. */
export function C2cPage() {
  const { t } = useTranslation('c2c');
  const [query] = useSearchParams();
  const [id, offerId, asset] = [query.get('id'), query.get('offer'), query.get('asset') ?? 'USDT'];
  if (id !== null)
    return (
      <TopUpFrame title={t('one', { number: id })}>
        <OrderView key={id} id={id} />
      </TopUpFrame>
    );
  if (offerId !== null)
    return (
      <TopUpFrame title={t('buy', { asset })}>
        <BuyForm key={offerId} offerId={offerId} asset={asset} wanted={query.get('amount') ?? ''} />
      </TopUpFrame>
    );
  return (
    <TopUpFrame title={t('title')}>
      <Offers asset={asset} />
    </TopUpFrame>
  );
}
