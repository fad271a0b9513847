import type { ReactNode } from 'react';
import styles from './ActionBar.module.css';

/** The button of a form that is longer than the screen, with what it would bring: in sight from the first field on. */
export function ActionBar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
