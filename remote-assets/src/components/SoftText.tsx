import type { ReactNode } from 'react';
import styles from './SoftText.module.css';

/** A remark beside what matters. */
export function SoftText({ as: Tag = 'p', children }: { readonly as?: 'p' | 'span'; readonly children: ReactNode }) {
  return <Tag className={styles.soft}>{children}</Tag>;
}
