import type { ReactNode } from 'react';
import styles from './Button.module.css';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly kind?: 'main' | 'danger' | 'plain';
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick?: () => void;
  /** Its name, where what it shows is a sign. */
  readonly label?: string;
  /** Takes the focus when it, or the dialog around it, appears. */
  readonly isFirst?: boolean;
}

export function Button({
  children,
  kind = 'plain',
  type = 'button',
  isBusy = false,
  isDisabled = false,
  isFirst = false,
  label,
  onClick,
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`${styles['button']} ${styles[kind]}`}
      disabled={isDisabled || isBusy}
      aria-busy={isBusy}
      aria-label={label}
      onClick={onClick}
      autoFocus={isFirst}
      data-first={isFirst || undefined}
    >
      {children}
    </button>
  );
}
