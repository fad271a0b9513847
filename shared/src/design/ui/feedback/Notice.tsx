import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { CheckCircle2, CircleAlert, Info, TriangleAlert, type LucideIcon } from '../icons';
import styles from './Notice.module.css';

export type NoticeTone = 'info' | 'warning' | 'danger' | 'success' | 'demo';
const icons: Readonly<Record<NoticeTone, LucideIcon>> = {
  info: Info,
  warning: TriangleAlert,
  danger: CircleAlert,
  success: CheckCircle2,
  demo: Info,
};

export interface NoticeProps {
  readonly tone?: NoticeTone | undefined;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Something to know, inside a page. What appears while a person is there is said by the LiveRegion around it. */
export function Notice({ tone = 'info', title, children, action }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={clsx(styles.notice, styles[tone])} role="note">
      <Icon aria-hidden size={18} className={styles.icon} />
      <div className={styles.texts}>
        {title !== undefined && <strong className={styles.title}>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}

/** A slim strip across the page: connection, mode. Announced politely. */
export function Banner({
  tone = 'info',
  children,
  action,
}: {
  readonly tone?: NoticeTone | undefined;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div role="status" className={clsx(styles.banner, styles[tone])}>
      <span>{children}</span>
      {action}
    </div>
  );
}
