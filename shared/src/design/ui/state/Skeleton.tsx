import { clsx } from 'clsx';
import styles from './State.module.css';

export interface SkeletonProps {
  readonly shape?: 'text' | 'row' | 'block' | 'circle' | undefined;
  readonly width?: number | string | undefined;
  readonly height?: number | string | undefined;
}

/** A grey place where data will be. Never a zero, never a spinner. */
export function Skeleton({ shape = 'text', width, height }: SkeletonProps) {
  if (shape === 'row') {
    return (
      <span aria-hidden className={styles.skeletonRow}>
        <span className={clsx(styles.bone, styles.tile)} />
        <span className={styles.skeletonTexts}>
          <span className={clsx(styles.bone, styles.text)} />
          <span className={clsx(styles.bone, styles.text, styles.short)} />
        </span>
        <span className={clsx(styles.bone, styles.text, styles.figure)} />
      </span>
    );
  }
  return <span aria-hidden className={clsx(styles.bone, styles[shape])} style={{ width, height }} />;
}

/** As many rows as the list will have. */
export function SkeletonRows({ count }: { readonly count: number }) {
  return (
    <span aria-hidden className={styles.skeletonRows}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} shape="row" />
      ))}
    </span>
  );
}
