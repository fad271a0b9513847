import type { ReactNode } from 'react';
import styles from './SoftText.module.css';

interface SoftTextProps {
  readonly as?: 'p' | 'span';
  /** For what it describes. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A remark beside what matters. */
export function SoftText({ as: Tag = 'p', id, children }: SoftTextProps) {
  return (
    <Tag id={id} className={styles.soft}>
      {children}
    </Tag>
  );
}
