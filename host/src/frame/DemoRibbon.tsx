import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import styles from './DemoRibbon.module.css';

/** The one sign of the demo account on every page: a thin strip with the word and what it means. */
export function DemoRibbon(): ReactNode {
  const { t } = useTranslation('host');
  return (
    <p className={styles.ribbon}>
      <strong className={styles.mark}>{t('demo.mark')}</strong>
      <span className={styles.meaning}>{t('demo.frame')}</span>
    </p>
  );
}
