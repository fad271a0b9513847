import type { ReactNode } from 'react';
import styles from './Lines.module.css';

/** What there is, one below the other, each with what can be done with it. */
export function Lines({ children }: { readonly children: ReactNode }) {
  return <ul className={styles['lines']}>{children}</ul>;
}

export function Line({ children, acts }: { readonly children: ReactNode; readonly acts?: ReactNode }) {
  return (
    <li>
      <div>{children}</div>
      {acts ? <div className={styles['acts']}>{acts}</div> : null}
    </li>
  );
}
