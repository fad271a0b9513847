import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { useTranslation } from '@tessera/shared/kernel';
import styles from './Badge.module.css';

export type BadgeTone = 'neutral' | 'accent' | 'up' | 'down' | 'warning' | 'danger' | 'success' | 'demo';

/** A short word on a soft tile: a state, a leverage. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: BadgeTone | undefined; readonly children: ReactNode }) {
  return <span className={clsx(styles.badge, styles[tone])}>{children}</span>;
}

/** Stands wherever money of the demo account is shown. */
export function DemoMark() {
  const { t } = useTranslation('common');
  return <span className={clsx(styles.badge, styles.demoMark)}>{t('mode.demoMark')}</span>;
}

/** A person without a picture: the first letters of what the account is called. */
export function Avatar({ name, size = 44 }: { readonly name: string; readonly size?: number | undefined }) {
  return (
    <span aria-hidden className={styles.avatar} style={{ width: size, height: size, fontSize: size * 0.38 }}>
      {name.trim().slice(0, 2).toUpperCase()}
    </span>
  );
}
