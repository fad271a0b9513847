import type { Direction, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button } from '@tessera/shared/ui';
import styles from './Chart.module.css';

/** Leads to the contract ticket with market and direction filled in; nothing is ordered here. */
export function TradeBar({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation(['market', 'common']);
  const navigation = useNavigation();
  const go = (direction: Direction) => navigation.navigate('/pages/contract/index', { symbol: info.symbol, direction });
  const isOpen = info.products.seconds;
  return (
    <div className={styles.bar}>
      <Button variant="short" size="lg" disabled={!isOpen} onClick={() => go('short')}>{t('common:direction.short')}</Button>
      <Button variant="long" size="lg" disabled={!isOpen} onClick={() => go('long')}>{t('common:direction.long')}</Button>
    </div>
  );
}
