/**
 * The messages. Two live regions stand in the page from the start, a polite and an assertive one, so that what appears in
 * them is read out. The region is a popover: the browser's top layer keeps it above an open sheet.
 */
import { useEffect, useRef, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { useTranslation } from '@tessera/shared/kernel';
import { useLive } from '@tessera/shared/react';
import { CheckCircle2, CircleAlert, Info, type LucideIcon } from '@tessera/shared/ui';
import type { ToastTone } from '@tessera/shared/federation';
import { useHost } from '../bootstrap/HostServices';
import type { Toast } from './createToasts';
import styles from './ToastRegion.module.css';

const icons: Readonly<Record<ToastTone, LucideIcon>> = { info: Info, success: CheckCircle2, error: CircleAlert };

export function ToastRegion(): ReactNode {
  const { toasts } = useHost();
  const { t } = useTranslation('host');
  const shown = useLive(toasts.shown);
  const region = useRef<HTMLDivElement>(null);
  const newest = shown.at(-1)?.id;

  // Put up again for each message: the top layer is ordered by what came last, and a sheet may have come since.
  useEffect(() => {
    const element = region.current;
    if (element === null || newest === undefined || element.showPopover === undefined) return;
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  }, [newest]);

  const items = (isUrgent: boolean) =>
    shown.filter(({ tone }) => (tone === 'error') === isUrgent).map((toast) => <ToastItem key={toast.id} toast={toast} />);
  return (
    // The pointer resting on it and the focus within only hold the clock of the toasts.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={region}
      popover="manual"
      role="region"
      aria-label={t('toast.label')}
      className={styles.region}
      onPointerEnter={() => toasts.hold(true)}
      onPointerLeave={() => toasts.hold(false)}
      onFocus={() => toasts.hold(true)}
      onBlur={() => toasts.hold(false)}
    >
      <div aria-live="polite" className={styles.list}>
        {items(false)}
      </div>
      <div aria-live="assertive" className={styles.list}>
        {items(true)}
      </div>
    </div>
  );
}

function ToastItem({ toast }: { readonly toast: Toast }): ReactNode {
  const { toasts } = useHost();
  const Icon = icons[toast.tone];
  const { action } = toast;
  return (
    <div className={clsx(styles.toast, styles[toast.tone])}>
      <Icon aria-hidden size={18} className={styles.icon} />
      <span className={styles.text}>{toast.text}</span>
      {action !== undefined && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toasts.dismiss(toast.id);
            action.onSelect();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
