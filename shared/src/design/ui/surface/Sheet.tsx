/**
 * A bottom sheet: the native dialog, shown modally, so that the focus trap, Escape, the back gesture and the return of
 * the focus are the browser's. It is never dragged; it closes by its button, Escape or a tap beside it. Content that is
 * taller than the screen scrolls, and the keyboard reaches it.
 */
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { IconButton } from '../button/IconButton';
import { X } from '../icons';
import styles from './Sheet.module.css';

export interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Under the title. */
  readonly description?: ReactNode;
  /** Stays visible at the bottom: the actions. */
  readonly footer?: ReactNode;
  /** False: only the content decides when it closes (a request is under way). */
  readonly canClose?: boolean | undefined;
  readonly children?: ReactNode;
}

export function Sheet({ isOpen, ...rest }: SheetProps) {
  return isOpen ? <OpenSheet {...rest} /> : null;
}

function OpenSheet({ onClose, title, description, footer, canClose = true, children }: Omit<SheetProps, 'isOpen'>) {
  const { t } = useTranslation('common');
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const isScrolled = useIsScrolled(body);
  const close = () => {
    if (canClose) onClose();
  };

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // The browser gives the focus back only while the dialog is still in the page; React may have removed it by now.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  const onClick = (event: MouseEvent) => {
    // The dialog itself has no padding: a click on it is a click on its backdrop.
    if (event.target === dialog.current) close();
  };

  return (
    // A tap beside the sheet closes it; the keyboard's way is Escape, which arrives as `cancel`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onClick={onClick}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <div className={styles.panel}>
        <header className={styles.head}>
          <div className={styles.titles}>
            <h2 id={titleId} tabIndex={-1} className={styles.title}>
              {title}
            </h2>
            {description !== undefined && <p className={styles.description}>{description}</p>}
          </div>
          {canClose && <IconButton label={t('action.close')} icon={X} onClick={close} />}
        </header>
        <div
          ref={body}
          className={styles.body}
          {...(isScrolled ? { role: 'group', 'aria-labelledby': titleId, tabIndex: 0 } : {})}
        >
          <div>{children}</div>
        </div>
        {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}

/** Is there more in it than it shows at once? */
function useIsScrolled(box: RefObject<HTMLElement | null>): boolean {
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setIsScrolled(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    for (const content of element.children) observer.observe(content);
    return () => observer.disconnect();
  }, [box]);
  return isScrolled;
}
