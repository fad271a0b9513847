import { useEffect, useRef, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { useTranslation } from '@tessera/shared/kernel';
import { IconButton } from '../button/IconButton';
import { ChevronLeft } from '../icons';
import styles from './Headings.module.css';

export interface PageHeaderProps {
  readonly title: ReactNode;
  readonly onBack?: (() => void) | undefined;
  readonly actions?: ReactNode;
  /** large: a tab's root page; the title stands at the start, bigger. */
  readonly size?: 'compact' | 'large' | undefined;
  /** mode: takes the demo account's tint. */
  readonly tone?: 'plain' | 'mode' | undefined;
  /** Moves the focus to the heading when the page appears. Default: when there is a way back. */
  readonly takesFocus?: boolean | undefined;
}

export function PageHeader({
  title,
  onBack,
  actions,
  size = onBack === undefined ? 'large' : 'compact',
  tone = 'plain',
  takesFocus = onBack !== undefined,
}: PageHeaderProps) {
  const { t } = useTranslation('common');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <header className={clsx(styles.header, styles[size], tone === 'mode' && styles.mode)}>
      <div className={styles.side}>
        {onBack !== undefined && <IconButton label={t('action.back')} icon={ChevronLeft} iconSize={24} onClick={onBack} />}
      </div>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <div className={clsx(styles.side, styles.end)}>{actions}</div>
    </header>
  );
}
