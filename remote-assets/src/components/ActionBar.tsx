import type { ReactNode } from 'react';
import styles from './ActionBar.module.css';

interface ActionBarProps {
  /** Of a form on a sheet, and not on the page. */
  readonly isOnSheet?: boolean;
  readonly children: ReactNode;
}

/** The button of a form that is longer than the screen, with what it would bring: in sight from the first field on. */
export function ActionBar({ isOnSheet = false, children }: ActionBarProps) {
  return (
    <div className={styles.bar} data-on-sheet={isOnSheet || undefined}>
      {children}
    </div>
  );
}
