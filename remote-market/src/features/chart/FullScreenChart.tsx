/**
 * The chart alone on the screen: a modal dialog, so that focus and Escape are the browser's. A phone held upright shows it
 * turned to its side, by style alone: no phone has to be asked for its orientation, and none refuses.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { GestureFit } from '@tessera/shared/charts';
import type { Quote, SymbolInfo } from '@tessera/shared/contract';
import { fromEvent, map, startWith, useTranslation } from '@tessera/shared/kernel';
import { LiveChange, LivePrice } from '@tessera/shared/react';
import { IconButton, X } from '@tessera/shared/ui';
import styles from './FullScreenChart.module.css';

export interface FullScreenChartProps {
  readonly info: SymbolInfo;
  readonly snapshot: Quote | undefined;
  readonly onClose: () => void;
  readonly children: (fit: GestureFit) => ReactNode;
}

export function FullScreenChart({ info, snapshot, onClose, children }: FullScreenChartProps) {
  const { t } = useTranslation(['market', 'common']);
  const dialog = useRef<HTMLDialogElement>(null);
  const isUpright = useIsUpright();
  const name = info.symbol.replace('-', '/');

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.screen}
      data-turned={isUpright || undefined}
      aria-label={t('chart.fullName', { symbol: name })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <strong>{name}</strong>
        <LivePrice
          symbol={info.symbol}
          digits={info.digits}
          staleAfterMs={info.staleAfterMs}
          showsDirection
          snapshot={snapshot}
        />
        <LiveChange symbol={info.symbol} snapshot={snapshot} />
        <IconButton className={styles.close} label={t('chart.leaveFull')} icon={X} onClick={onClose} />
      </div>
      <div className={styles.body}>{children(isUpright ? 'turned' : 'alone')}</div>
    </dialog>
  );
}

const upright = '(orientation: portrait) and (max-width: 600px)';

function useIsUpright(): boolean {
  const [isUpright, setIsUpright] = useState(() => window.matchMedia(upright).matches);
  useEffect(() => {
    const device = window.matchMedia(upright);
    const subscription = fromEvent(device, 'change')
      .pipe(
        startWith(undefined),
        map(() => device.matches),
      )
      .subscribe(setIsUpright);
    return () => subscription.unsubscribe();
  }, []);
  return isUpright;
}
