import { useTranslation } from '@tessera/shared/kernel';
import { KeyValueList, Sheet } from '@tessera/shared/ui';
import styles from './Statistics.module.css';

/** Every figure of the page, in its order; each has its name under `figure` and its formula under `formula`. */
const explained = [
  'accuracy',
  'totalOrders',
  'profitOrders',
  'lossOrders',
  'returnedOrders',
  'netProfit',
  'volume',
  'averageProfit',
  'averageLoss',
  'maxDrawdown',
  'followers',
  'wins',
  'buyCount',
  'sellCount',
  'orderProportion',
  'yesterday',
] as const;

/** How each figure is counted, in a sentence. */
export function FormulaSheet({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('account');
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('statistics.explain')} description={t('statistics.explainHint')}>
      <div className={styles.formulas}>
        <KeyValueList
          layout="grid"
          items={explained.map((figure) => ({
            key: figure,
            label: t(`statistics.figure.${figure}`),
            value: t(`statistics.formula.${figure}`),
          }))}
        />
      </div>
    </Sheet>
  );
}
