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
  /** Moves the focus to the heading when the page appears. Default: when there is a way back. */
  readonly takesFocus?: boolean | undefined;
}

/** The place in a header where the shell puts its service button, so that it covers nothing of the page. */
export function ServiceSlot() {
  return <span data-service-slot="" className={styles.service} />;
}

export function PageHeader({
  title,
  onBack,
  actions,
  size = onBack === undefined ? 'large' : 'compact',
  takesFocus = onBack !== undefined,
}: PageHeaderProps) {
  const { t } = useTranslation('common');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <header className={clsx(styles.header, styles[size])}>
      <div className={styles.side}>
        {onBack !== undefined && <IconButton label={t('action.back')} icon={ChevronLeft} iconSize={24} onClick={onBack} />}
      </div>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <div className={clsx(styles.side, styles.end)}>
        {actions}
        <ServiceSlot />
      </div>
    </header>
  );
}
