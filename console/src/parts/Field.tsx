import type { ReactNode } from 'react';
import styles from './Field.module.css';

/** A control under its words. */
export function Field({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  return (
    <label className={styles['field']}>
      <span className={styles['label']}>{label}</span>
      {children}
      {hint === undefined ? null : <span className="soft small">{hint}</span>}
    </label>
  );
}

/** A box to tick beside its words. */
export function Tick({
  label,
  isOn,
  onChange,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <label className={styles['tick']}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </label>
  );
}
