import type { ReactNode } from 'react';
import styles from './DialogForm.module.css';

/** What a dialog asks for, and below it, always in sight, what can be done. */
export function DialogForm({
  acts,
  children,
  onSubmit,
}: {
  readonly acts: ReactNode;
  readonly children: ReactNode;
  readonly onSubmit: () => Promise<void>;
}) {
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
      noValidate
    >
      {children}
      <div className={styles['acts']}>{acts}</div>
    </form>
  );
}
