import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import styles from './Layout.module.css';

export interface PageProps {
  readonly header?: ReactNode;
  /** The primary action: stays at the bottom, within the thumb's reach. */
  readonly footer?: ReactNode;
  /** none: lists that reach the edges. */
  readonly padding?: 'none' | 'md' | undefined;
  readonly children: ReactNode;
}

/** One screen: header, content, and actions that stay at the bottom. */
export function Page({ header, footer, padding = 'md', children }: PageProps) {
  return (
    <div className={styles.page}>
      {header}
      <div className={clsx(styles.content, padding === 'md' && styles.padded)}>{children}</div>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}

/** Children under each other at even distance. */
export function Stack({
  gap = 4,
  children,
  className,
}: {
  readonly gap?: 1 | 2 | 3 | 4 | 6 | 8 | undefined;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return <div className={clsx(styles.stack, styles[`gap${gap}`], className)}>{children}</div>;
}

/** Children side by side; `isEven` gives all the same width. */
export function Row({
  gap = 2,
  isEven = false,
  isWrapping = false,
  align = 'center',
  children,
  className,
}: {
  readonly gap?: 1 | 2 | 3 | 4 | undefined;
  readonly isEven?: boolean | undefined;
  /** What has no room on the line goes to the next: small things side by side, such as badges. */
  readonly isWrapping?: boolean | undefined;
  readonly align?: 'center' | 'start' | 'end' | 'baseline' | 'between' | undefined;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return (
    <div
      className={clsx(
        styles.row,
        styles[`gap${gap}`],
        isEven && styles.even,
        isWrapping && styles.wrapping,
        styles[align],
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Content that scrolls by itself and is reachable by keyboard. */
export function ScrollArea({
  label,
  axis = 'y',
  children,
  className,
}: {
  readonly label: string;
  readonly axis?: 'x' | 'y' | undefined;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={clsx(styles.scroll, axis === 'x' ? styles.scrollX : styles.scrollY, className)}
    >
      {children}
    </div>
  );
}

/** For screen readers only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

/** What enters it is shown and said. It must be in the page before its content is. */
export function LiveRegion({
  children,
  isUrgent = false,
}: {
  readonly children?: ReactNode;
  readonly isUrgent?: boolean | undefined;
}) {
  return (
    <div role={isUrgent ? 'alert' : 'status'} aria-live={isUrgent ? 'assertive' : 'polite'} aria-atomic className={styles.live}>
      {children}
    </div>
  );
}
