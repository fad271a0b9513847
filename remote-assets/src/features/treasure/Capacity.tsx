import { shownAsset, type AccountMode, type TreasureProduct } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, divide, isPositive, toDrawingNumber } from '@tessera/shared/money';
import { SoftText } from '../../components/SoftText';
import { leftOf } from './purchase';
import styles from './Treasure.module.css';

/** How much of the product's total capacity is taken: a bar, with the figure beside it. */
export function Capacity({ product, mode }: { readonly product: TreasureProduct; readonly mode: AccountMode }) {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const left = leftOf(product);
  if (left === undefined || product.capacity === null) return null;
  const whole = amount(product.capacity);
  const taken = isPositive(whole) ? toDrawingNumber(divide(amount(product.taken), whole, 4, 'down')) : 1;
  return (
    <div className={styles.capacity}>
      <progress className={styles.bar} max={1} value={taken} aria-hidden />
      <SoftText as="span">
        {isPositive(left)
          ? t('list.left', { amount: format.figure(left), asset: shownAsset(product.asset, mode) })
          : t('list.full')}
      </SoftText>
    </div>
  );
}
