import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { Button } from '@tessera/shared/ui';
import styles from './Banner.module.css';

interface BannerProps {
  readonly tone: 'info' | 'danger';
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
}

/** A strip above every page: one sentence and one way on. It stands alone in an element that says what it is. */
export function Banner({ tone, text, action, onAction }: BannerProps): ReactNode {
  return (
    <div className={clsx(styles.banner, styles[tone])}>
      <p className={styles.text}>{text}</p>
      <Button size="sm" variant="secondary" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
