/** Leads to the ticket of a product with market and side filled in; nothing is ordered here. Only open products are offered. */
import { useState } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useRemoteContext } from '@tessera/shared/react';
import { Button, ChevronDown, Chips, Sheet } from '@tessera/shared/ui';
import { openProducts, readProduct, writeProduct, type Product } from './chartSettings';
import styles from './TradeBar.module.css';

export function TradeBar({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation(['market', 'common']);
  const { storage } = useRemoteContext();
  const navigation = useNavigation();
  const [, setTurn] = useState(0);
  const [isChoosing, setIsChoosing] = useState(false);
  const open = openProducts(info);
  const product = readProduct(storage, info);

  if (product === undefined)
    return (
      <Button variant="primary" size="lg" isBlock disabled>
        {t('info.notOpen')}
      </Button>
    );

  const { symbol } = info;
  const go = (place: 'first' | 'second') => {
    if (product === 'spot') navigation.navigate('/pages/trade/index', { symbol, side: place === 'first' ? 'buy' : 'sell' });
    else navigation.navigate('/pages/contract/index', { product, symbol, direction: place === 'first' ? 'long' : 'short' });
  };
  const choose = (next: Product) => {
    writeProduct(storage, next);
    setTurn((turn) => turn + 1);
    setIsChoosing(false);
  };
  return (
    <div className={styles.bar} data-has-choice={open.length > 1 || undefined}>
      {open.length > 1 && (
        <button
          type="button"
          className={styles.product}
          aria-haspopup="dialog"
          aria-label={t('product.choose', { product: t(`product.${product}`) })}
          onClick={() => setIsChoosing(true)}
        >
          <span>{t(`product.short.${product}`)}</span>
          <ChevronDown aria-hidden size={16} />
        </button>
      )}
      <Button variant="long" size="lg" onClick={() => go('first')}>
        {product === 'spot' ? t('product.buy') : t('common:direction.long')}
      </Button>
      <Button variant="short" size="lg" onClick={() => go('second')}>
        {product === 'spot' ? t('product.sell') : t('common:direction.short')}
      </Button>
      <Sheet
        isOpen={isChoosing}
        onClose={() => setIsChoosing(false)}
        title={t('product.title')}
        description={t('product.description')}
      >
        <Chips
          label={t('product.title')}
          options={open.map((value) => ({ value, label: t(`product.${value}`) }))}
          value={product}
          onChange={choose}
        />
      </Sheet>
    </div>
  );
}
