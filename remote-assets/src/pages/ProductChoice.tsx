import { useTranslation } from '@tessera/shared/kernel';
import { Segmented } from '@tessera/shared/ui';
import { products, type Product } from './parts';

/** Which kind of product a page shows. */
export function ProductChoice({ value, onChange }: { readonly value: Product; readonly onChange: (product: Product) => void }) {
  const { t } = useTranslation('treasure');
  return (
    <Segmented
      label={t('product.label')}
      value={value}
      onChange={onChange}
      options={products.map((product) => ({ value: product, label: t(`product.${product}`) }))}
    />
  );
}
