import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { clsx } from 'clsx';
import type { LucideIcon } from '../icons';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'long' | 'short';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant | undefined;
  /** sm 36 px high with a 44 px touch area, md 44 px, lg 52 px. */
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
  /** Keeps the label and its width, shows a spinner, takes no clicks. */
  readonly isBusy?: boolean | undefined;
  /** As wide as its container. */
  readonly isBlock?: boolean | undefined;
  readonly icon?: LucideIcon | undefined;
  /** A second, smaller line: the payout under "Long". */
  readonly detail?: ReactNode;
}

export function Button({
  variant = 'primary',
  size = 'md',
  isBusy = false,
  isBlock = false,
  icon: Icon,
  detail,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={clsx(styles.button, styles[variant], styles[size], isBlock && styles.block, isBusy && styles.busy, className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.content}>
        {Icon !== undefined && <Icon aria-hidden size={size === 'sm' ? 16 : 18} />}
        <span className={styles.texts}>
          <span className={styles.label}>{children}</span>
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        </span>
      </span>
      {isBusy && <span aria-hidden className={styles.spinner} />}
    </button>
  );
}
