/**
 * The slide puzzle. The server drew it and keeps the answer; this sheet only moves the piece: by dragging the slider, by
 * arrow keys on it, or by the two buttons (no dragging needed). A failed or expired puzzle is replaced at once; after
 * repeated failures the next try costs some computing time.
 */
import type { PuzzlePurpose } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import {
  ArrowLeft,
  ArrowRight,
  Button,
  ErrorState,
  IconButton,
  LiveRegion,
  RotateCcw,
  Row,
  Sheet,
  Skeleton,
  Stack,
} from '@tessera/shared/ui';
import { PuzzleImage } from './PuzzleImage';
import { PuzzleSlider } from './PuzzleSlider';
import { usePuzzle } from './usePuzzle';
import styles from './PuzzleSheet.module.css';

const nudge = 2;

interface PuzzleSheetProps {
  readonly purpose: PuzzlePurpose;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The token is single use and bound to the purpose. */
  readonly onSolved: (puzzleToken: string) => void;
}

export function PuzzleSheet({ isOpen, ...rest }: PuzzleSheetProps) {
  return isOpen ? <OpenPuzzle {...rest} /> : null;
}

function OpenPuzzle({ purpose, onClose, onSolved }: Omit<PuzzleSheetProps, 'isOpen'>) {
  const { t } = useTranslation('account');
  const { puzzle, error, message, x, isChecking, renew, check, move, startDrag, startKeys, nudgeBy } = usePuzzle(
    purpose,
    onSolved,
  );

  return (
    <Sheet isOpen title={t('puzzle.title')} description={t('puzzle.body')} onClose={onClose}>
      <Stack gap={3}>
        <LiveRegion>{message !== undefined && <p className={styles.message}>{message}</p>}</LiveRegion>
        {error !== undefined ? (
          <ErrorState error={error} onRetry={() => void renew()} />
        ) : puzzle === undefined ? (
          <Skeleton shape="block" height={210} />
        ) : (
          <>
            <PuzzleImage puzzle={puzzle} x={x} />
            <PuzzleSlider
              max={puzzle.width - puzzle.pieceSize}
              x={x}
              isDisabled={isChecking}
              onGrab={startDrag}
              onKey={startKeys}
              onMove={move}
              onRelease={(at) => {
                if (at > 0) void check(at);
              }}
            />
            <Row gap={2}>
              <IconButton label={t('puzzle.left')} icon={ArrowLeft} variant="tonal" onClick={() => nudgeBy(-nudge)} />
              <IconButton label={t('puzzle.right')} icon={ArrowRight} variant="tonal" onClick={() => nudgeBy(nudge)} />
              <IconButton label={t('puzzle.renew')} icon={RotateCcw} onClick={() => void renew()} />
              <Button isBlock variant="secondary" isBusy={isChecking} disabled={x === 0} onClick={() => void check(x)}>
                {isChecking ? t('puzzle.checking') : t('puzzle.check')}
              </Button>
            </Row>
          </>
        )}
      </Stack>
    </Sheet>
  );
}
