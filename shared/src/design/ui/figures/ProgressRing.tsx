import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import styles from './ProgressRing.module.css';

export interface ProgressRingProps {
  /** 1 is full (all time left), 0 is empty. Computed from the server's clock. */
  readonly fraction: number;
  readonly size?: number | undefined;
  /** In the middle: the time left. */
  readonly children?: ReactNode;
  readonly tone?: 'accent' | 'up' | 'down' | 'warning' | undefined;
}

/** Time as a ring that empties clockwise. The figure in the middle says it in text; the ring is decoration. */
export function ProgressRing({ fraction, size = 120, children, tone = 'accent' }: ProgressRingProps) {
  const stroke = Math.max(3, Math.round(size / 17));
  const radius = (size - stroke) / 2;
  const length = 2 * Math.PI * radius;
  const left = Math.min(1, Math.max(0, fraction));
  const circle = { cx: size / 2, cy: size / 2, r: radius, strokeWidth: stroke };
  return (
    <span className={clsx(styles.ring, styles[tone])} style={{ width: size, height: size }}>
      <svg aria-hidden width={size} height={size}>
        <circle {...circle} className={styles.track} />
        <circle
          {...circle}
          className={styles.arc}
          strokeDasharray={length}
          strokeDashoffset={length * (1 - left)}
          opacity={left === 0 ? 0 : 1}
        />
      </svg>
      <span className={styles.middle}>{children}</span>
    </span>
  );
}
