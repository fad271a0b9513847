/**
 * Slides side by side, one in sight: the next one after three seconds. It stands still under reduced motion, in a hidden tab, while a finger, the
 * pointer or the focus is on it, and for good once somebody has chosen a slide himself.
 */
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { interval, useTranslation } from '@tessera/shared/kernel';
import styles from './Swiper.module.css';

export interface Slide {
  readonly id: string;
  /** Names its dot. */
  readonly title: string;
  readonly content: ReactNode;
}

const stayMs = 3000;
/** Less than this is a tap. */
const swipePx = 40;

export function Swiper({ label, slides }: { readonly label: string; readonly slides: readonly Slide[] }) {
  const { t } = useTranslation('market');
  const [at, setAt] = useState(0);
  const [isChosen, setIsChosen] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const count = slides.length;
  const shown = Math.min(at, count - 1);
  const moves = count > 1 && !isChosen && !isHeld;
  useEffect(() => {
    if (!moves || window.matchMedia?.('(prefers-reduced-motion: reduce)')?.matches) return undefined;
    const turning = interval(stayMs).subscribe(() => {
      if (document.visibilityState === 'visible') setAt((before) => (before + 1) % count);
    });
    return () => turning.unsubscribe();
  }, [moves, count]);

  const choose = (index: number) => {
    setIsChosen(true);
    setAt(Math.max(0, Math.min(count - 1, index)));
  };
  const finger = useSwipe((direction) => choose(shown + direction));

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- holding it still and swiping are ways beside the dots
    <section
      aria-roledescription={t('home.slides.kind')}
      aria-label={label}
      className={styles.swiper}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      {...finger}
    >
      <div className={styles.window}>
        <div className={styles.track} style={{ transform: `translateX(${-100 * shown}%)` }}>
          {slides.map(({ id, content }, index) => (
            <div key={id} className={styles.slide} inert={index !== shown}>
              {content}
            </div>
          ))}
        </div>
      </div>
      {count > 1 && (
        <div className={styles.dots}>
          {slides.map(({ id, title }, index) => (
            <button
              key={id}
              type="button"
              className={styles.dot}
              aria-label={t('home.slides.one', { number: index + 1, count, title })}
              aria-current={index === shown ? 'true' : undefined}
              onClick={() => choose(index)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** A finger that moves sideways turns the page; the tap that ends such a move opens nothing. */
function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const startX = useRef<number | undefined>(undefined);
  const hasMoved = useRef(false);
  return {
    onPointerDown: ({ clientX }: PointerEvent) => {
      startX.current = clientX;
      hasMoved.current = false;
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const moved = clientX - (startX.current ?? clientX);
      startX.current = undefined;
      if (Math.abs(moved) < swipePx) return;
      hasMoved.current = true;
      onSwipe(moved < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      startX.current = undefined;
    },
    onClickCapture: (event: { stopPropagation(): void }) => {
      if (hasMoved.current) event.stopPropagation();
      hasMoved.current = false;
    },
  };
}
