import type { ReactNode } from 'react';
import { Inbox, type LucideIcon } from '../icons';
import styles from './State.module.css';

export interface EmptyStateProps {
  readonly icon?: LucideIcon | undefined;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly action?: ReactNode;
}

/** Nothing is there: an icon, one line, one action. */
export function EmptyState({ icon: Icon = Inbox, title, detail, action }: EmptyStateProps) {
  return (
    <div className={styles.center}>
      <span aria-hidden className={styles.emblem}>
        <Icon size={24} />
      </span>
      <div className={styles.title}>{title}</div>
      {detail !== undefined && <p className={styles.detail}>{detail}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
