import { clsx } from 'clsx';
import styles from './Statistics.module.css';

export interface LabelledBarProps {
  readonly label: string;
  /** What the bar shows, in text: the bar itself is decoration. */
  readonly value: string;
  readonly part: number;
  readonly whole: number;
  readonly tone?: 'accent' | 'up' | 'down' | undefined;
}

/** A count as a part of a whole. */
export function LabelledBar({ label, value, part, whole, tone = 'accent' }: LabelledBarProps) {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  return (
    <div>
      <div className={styles.barText}>
        <span>{label}</span>
        <span className={styles.barValue}>{value}</span>
      </div>
      <div aria-hidden className={styles.track}>
        <div className={clsx(styles.bar, styles[tone])} style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  );
}
