import type { ButtonHTMLAttributes } from 'react';
import { clsx } from 'clsx';
import type { LucideIcon } from '../icons';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** What it does, for those who do not see the icon. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly iconSize?: number | undefined;
  /** For an on/off button such as a favourite star: filled and announced as pressed. */
  readonly isPressed?: boolean | undefined;
  /** A small number or dot on the icon: unread messages. */
  readonly badge?: number | undefined;
  readonly variant?: 'plain' | 'tonal' | undefined;
}

/** A 44 x 44 px button that shows only an icon. */
export function IconButton({
  label,
  icon: Icon,
  iconSize = 22,
  isPressed,
  badge,
  variant = 'plain',
  type = 'button',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={isPressed}
      className={clsx(styles.button, styles[variant], className)}
    >
      <Icon aria-hidden size={iconSize} />
      {badge !== undefined && badge > 0 && (
        <span aria-hidden className={styles.badge}>
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </button>
  );
}
