import type { Statistics } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { rate, toDrawingNumber } from '@tessera/shared/money';
import { Card, KeyValueList, ProgressRing } from '@tessera/shared/ui';
import styles from './Statistics.module.css';

/** How often the person was right, with the number of decided orders; ties and voids stand beside it. */
export function AccuracyCard({ figures }: { readonly figures: Statistics }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { accuracy, totalOrders, profitOrders, lossOrders, returnedOrders } = figures;
  const row = (key: 'totalOrders' | 'profitOrders' | 'lossOrders' | 'returnedOrders', count: number) => ({
    key,
    label: t(`statistics.figure.${key}`),
    value: count,
  });
  return (
    <Card as="section">
      <div className={styles.accuracy}>
        <ProgressRing fraction={accuracy === null ? 0 : toDrawingNumber(rate(accuracy))} size={124}>
          <span className={styles.ring}>
            <strong className={styles.percent}>{accuracy === null ? '–' : format.rate(accuracy, { scale: 1 })}</strong>
            <span className={styles.ringLabel}>{t('statistics.figure.accuracy')}</span>
          </span>
        </ProgressRing>
        <div className={styles.counts}>
          <KeyValueList
            items={[
              row('totalOrders', totalOrders),
              row('profitOrders', profitOrders),
              row('lossOrders', lossOrders),
              row('returnedOrders', returnedOrders),
            ]}
          />
        </div>
      </div>
      <p className={styles.note}>
        {accuracy === null ? t('statistics.noneDecided') : t('statistics.decided', { count: profitOrders + lossOrders })}
      </p>
    </Card>
  );
}
