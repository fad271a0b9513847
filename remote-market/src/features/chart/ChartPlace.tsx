import { useTranslation } from '@tessera/shared/kernel';
import { VisuallyHidden } from '@tessera/shared/ui';
import styles from './Chart.module.css';

/** Middle and half length of each placeholder candle's body, in percent of the height: a calm walk, the same each time. */
const bodies = Array.from({ length: 36 }, (_, index) => ({
  middle: 50 + 22 * Math.sin(index / 5) + 6 * Math.sin(index * 1.7),
  half: 2 + 3 * Math.abs(Math.sin(index * 2.3)),
}));

/** Candles without a price, of the chart's size, so that nothing moves when it comes. */
export function ChartPlace() {
  const { t } = useTranslation('common');
  return (
    <div className={styles.place} role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      <svg aria-hidden="true" viewBox="0 0 360 100" preserveAspectRatio="none" fill="currentColor">
        {bodies.map(({ middle, half }, index) => (
          <g key={index}>
            <rect x={index * 10 + 4.6} y={middle - half * 2} width="0.8" height={half * 4} />
            <rect x={index * 10 + 2} y={middle - half} width="6" height={half * 2} />
          </g>
        ))}
      </svg>
    </div>
  );
}
