import { useRef, useState, type ReactNode, type TouchEvent } from 'react';
import { RefreshCw } from '@tessera/shared/ui';
import styles from './PullToRefresh.module.css';

interface PullToRefreshProps {
  readonly onRefresh: () => void;
  readonly children: ReactNode;
}

/** So far a finger goes before letting go asks again, and so far the sign follows it. */
const enoughPx = 72;
const longestPx = 96;

/** Pulling the page down from its top asks again. The same is a button for who does not pull. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const startY = useRef<number>(undefined);
  const [pulled, setPulled] = useState(0);

  const onTouchStart = ({ touches, currentTarget }: TouchEvent<HTMLDivElement>) => {
    startY.current = touches.length === 1 && isAtTop(currentTarget) ? touches[0]?.clientY : undefined;
  };
  const onTouchMove = ({ touches }: TouchEvent<HTMLDivElement>) => {
    const y = touches[0]?.clientY;
    if (startY.current === undefined || y === undefined) return;
    setPulled(Math.min(longestPx, Math.max(0, y - startY.current)));
  };
  const onTouchEnd = () => {
    startY.current = undefined;
    setPulled(0);
    if (pulled >= enoughPx) onRefresh();
  };
  return (
    <div
      className={styles.pulled}
      onTouchStart={onTouchStart}
      onTouchMove={onTouchMove}
      onTouchEnd={onTouchEnd}
      onTouchCancel={() => {
        startY.current = undefined;
        setPulled(0);
      }}
    >
      {pulled > 0 && (
        <span
          aria-hidden
          className={styles.sign}
          data-ready={pulled >= enoughPx}
          style={{ transform: `translate(-50%, ${pulled / 2}px) rotate(${pulled * 3}deg)` }}
        >
          <RefreshCw size={20} />
        </span>
      )}
      {children}
    </div>
  );
}

/** Nothing around it is scrolled down. */
function isAtTop(element: HTMLElement): boolean {
  for (let box: HTMLElement | null = element; box !== null; box = box.parentElement) if (box.scrollTop > 0) return false;
  return true;
}
