import type { ReactNode } from 'react';
import { useRowKeys } from '../keys/useRowKeys';
import styles from './Rows.module.css';

/** A list of what can be opened; j and k go through it. */
export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const list = useRowKeys<HTMLUListElement>();
  return (
    <ul className={styles['rows']} aria-label={label} ref={list}>
      {children}
    </ul>
  );
}

/** One of them in a layout of its own. */
export function RowLink({
  href,
  layout = '',
  children,
}: {
  readonly href: string;
  readonly layout?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <a className={`${styles['row']} ${layout}`} href={href} data-row>
        {children}
      </a>
    </li>
  );
}

/** One of them: its name, what is to be known of it, and what stands out. */
export function Row({
  href,
  title,
  children,
  mark,
}: {
  readonly href: string;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly mark?: ReactNode;
}) {
  return (
    <RowLink href={href} layout={styles['line']}>
      <strong>{title}</strong>
      <span className={styles['about']}>{children}</span>
      <span className={styles['mark']}>{mark}</span>
    </RowLink>
  );
}
