import type { LucideIcon } from '../icons';
import styles from './ActionTile.module.css';
import type { ReactNode } from 'react';

/** An entry with an icon over a word: top-up, transfer. */
export function ActionTile({
  icon: Icon,
  label,
  onSelect,
  disabled,
}: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onSelect: () => void;
  readonly disabled?: boolean | undefined;
}) {
  return (
    <button type="button" className={styles.tile} disabled={disabled} onClick={onSelect}>
      <span aria-hidden className={styles.icon}>
        <Icon size={22} />
      </span>
      <span className={styles.label}>{label}</span>
    </button>
  );
}

/** Four tiles per line. */
export function ActionTiles({ children, label }: { readonly children: ReactNode; readonly label?: string | undefined }) {
  return (
    <div role="group" aria-label={label} className={styles.tiles}>
      {children}
    </div>
  );
}
