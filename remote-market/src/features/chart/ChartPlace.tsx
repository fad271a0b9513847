import { useTranslation } from '@tessera/shared/kernel';
import { VisuallyHidden } from '@tessera/shared/ui';
import styles from './Chart.module.css';

/** [left, top, bottom] of the placeholder's candles. */
const bones = [
  [4, 24, 38],
  [16, 20, 32],
  [28, 26, 36],
  [40, 16, 30],
  [52, 12, 24],
  [64, 18, 30],
  [76, 10, 22],
  [88, 14, 24],
  [100, 6, 18],
] as const;

/** Of the chart's size, so that nothing moves when it comes. */
export function ChartPlace() {
  const { t } = useTranslation('common');
  return (
    <div className={styles.place} role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      <svg aria-hidden="true" viewBox="0 0 120 48" width="120" height="48" fill="currentColor">
        {bones.map(([x, top, bottom]) => (
          <g key={x}>
            <rect x={x + 2.5} y={top - 4} width="1" height={bottom - top + 8} />
            <rect x={x} y={top} width="6" height={bottom - top} rx="1.5" />
          </g>
        ))}
      </svg>
    </div>
  );
}
