/** A row that is pushed aside: follows the finger, and reports a push that went far enough. Pages scroll under it as before (pan-y). */
import { useRef, useState, type PointerEvent } from 'react';

/** Further than a hand trembles; and so far that it was meant. */
const slop = 8;
const farEnough = 72;

export interface Swipe {
  /** How far it is pushed now, in px; 0 at rest. */
  readonly offset: number;
  readonly handlers: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(): void;
    onPointerCancel(): void;
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }): void;
  };
}

export function useSwipe(isEnabled: boolean, onSwiped: () => void): Swipe {
  const [offset, setOffset] = useState(0);
  const from = useRef<number | undefined>(undefined);
  const wasPushed = useRef(false);
  const letGo = () => {
    from.current = undefined;
    setOffset(0);
  };
  return {
    offset,
    handlers: {
      onPointerDown({ clientX, isPrimary }) {
        if (!isEnabled || !isPrimary) return;
        from.current = clientX;
        wasPushed.current = false;
      },
      onPointerMove({ clientX, currentTarget, pointerId }) {
        if (from.current === undefined) return;
        const pushed = clientX - from.current;
        if (!wasPushed.current && Math.abs(pushed) < slop) return;
        if (!wasPushed.current) currentTarget.setPointerCapture(pointerId);
        wasPushed.current = true;
        setOffset(pushed);
      },
      onPointerUp() {
        if (Math.abs(offset) >= farEnough) onSwiped();
        letGo();
      },
      onPointerCancel: letGo,
      // A push is no press.
      onClickCapture(event) {
        if (!wasPushed.current) return;
        wasPushed.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
