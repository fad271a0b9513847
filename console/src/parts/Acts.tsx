import type { ReactNode } from 'react';
import styles from './Acts.module.css';

/** What can be done with what is open. */
export function Acts({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles['acts']} role="group" aria-label={label}>
      {children}
    </div>
  );
}
