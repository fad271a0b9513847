/** A range input: dragging and arrow keys both move the piece; only the end of a drag is an answer. */
import { useRef, type PointerEvent } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import styles from './PuzzleSheet.module.css';

interface PuzzleSliderProps {
  readonly max: number;
  readonly x: number;
  readonly isDisabled: boolean;
  readonly onGrab: () => void;
  readonly onKey: () => void;
  readonly onMove: (x: number) => void;
  readonly onRelease: (x: number) => void;
}

export function PuzzleSlider({ max, x, isDisabled, onGrab, onKey, onMove, onRelease }: PuzzleSliderProps) {
  const { t } = useTranslation('account');
  const isDragged = useRef(false);
  const release = (event: PointerEvent<HTMLInputElement>) => {
    if (!isDragged.current) return;
    isDragged.current = false;
    onRelease(event.currentTarget.valueAsNumber);
  };
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={t('puzzle.slider')}
      min={0}
      max={max}
      step={1}
      value={x}
      disabled={isDisabled}
      onPointerDown={() => {
        isDragged.current = true;
        onGrab();
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={() => onKey()}
      onChange={(event) => onMove(event.currentTarget.valueAsNumber)}
    />
  );
}
