/**
 * The slide puzzle. The server drew it and keeps the answer; this sheet only moves the piece: by dragging the slider, by
 * arrow keys on it, or by the two buttons (no dragging needed). A failed or expired puzzle is replaced at once; after
 * repeated failures the next try costs some computing time.
 */
import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';
import type { EndpointResponse, PuzzlePurpose } from '@tessera/shared/contract';
import { AppError, asAppError } from '@tessera/shared/errors';
import { firstValueFrom, timer, useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';
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
import { trackText, type TrackPoint } from './puzzleTrack';
import { findWork } from './puzzleWork';
import styles from './PuzzleSheet.module.css';

type Puzzle = EndpointResponse<'puzzleNew'>;
type Method = 'drag' | 'keys' | 'buttons';
const nudge = 2;
const inBrowser = { now: () => performance.now(), pause: () => firstValueFrom(timer(0)) };

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
  const api = useApi();
  const [puzzle, setPuzzle] = useState<Puzzle | undefined>(undefined);
  const [error, setError] = useState<AppError | undefined>(undefined);
  const [message, setMessage] = useState<string | undefined>(undefined);
  const [x, setX] = useState(0);
  const [isChecking, setIsChecking] = useState(false);
  const method = useRef<Method>('keys');
  const track = useRef<TrackPoint[]>([]);
  const work = useRef<Promise<string> | undefined>(undefined);
  const leaving = useRef(new AbortController());

  const renew = useCallback(async () => {
    setPuzzle(undefined);
    setError(undefined);
    setX(0);
    track.current = [];
    method.current = 'keys';
    leaving.current.abort();
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    try {
      const drawn = await api.call('puzzleNew', { purpose }, { toastErrors: false });
      // Found while the person moves the piece.
      work.current =
        drawn.workBits === undefined ? undefined : findWork(drawn.puzzleId, drawn.workBits, { ...inBrowser, signal });
      work.current?.catch(() => undefined);
      setPuzzle(drawn);
    } catch (failure) {
      setError(asAppError(failure, 'PLEASE_RETRY'));
    }
  }, [api, purpose]);

  useEffect(() => {
    void renew();
    return () => leaving.current.abort();
  }, [renew]);

  async function check(at: number) {
    if (puzzle === undefined || isChecking) return;
    setIsChecking(true);
    setMessage(undefined);
    try {
      const done = await work.current;
      const { puzzleToken } = await api.call(
        'puzzleVerify',
        {
          puzzleId: puzzle.puzzleId,
          x: at,
          method: method.current,
          track: method.current === 'drag' ? trackText(track.current) : '',
          ...(done === undefined ? {} : { work: done }),
        },
        { toastErrors: false },
      );
      onSolved(puzzleToken);
    } catch (failure) {
      if (failure instanceof AppError && failure.code === 'AUTH_PUZZLE_FAILED') {
        setMessage(t('puzzle.again'));
        await renew();
      } else {
        setError(asAppError(failure, 'PLEASE_RETRY'));
      }
    } finally {
      setIsChecking(false);
    }
  }

  function move(to: number) {
    track.current.push({ atMs: performance.now(), x: to });
    setX(to);
  }

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
              onGrab={() => {
                method.current = 'drag';
                track.current = [];
              }}
              onKey={() => {
                method.current = 'keys';
              }}
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

  function nudgeBy(step: number) {
    if (puzzle === undefined) return;
    method.current = 'buttons';
    move(Math.min(puzzle.width - puzzle.pieceSize, Math.max(0, x + step)));
  }
}

function PuzzleImage({ puzzle, x }: { readonly puzzle: Puzzle; readonly x: number }) {
  const { t } = useTranslation('account');
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <div className={styles.frame} style={{ aspectRatio: `${puzzle.width} / ${puzzle.height}` }}>
      <img className={styles.background} src={puzzle.background} alt={t('puzzle.image')} draggable={false} />
      <img
        className={styles.piece}
        src={puzzle.piece}
        alt=""
        draggable={false}
        style={{
          insetInlineStart: percent(x, puzzle.width),
          top: percent(puzzle.pieceY, puzzle.height),
          inlineSize: percent(puzzle.pieceSize, puzzle.width),
        }}
      />
    </div>
  );
}

interface PuzzleSliderProps {
  readonly max: number;
  readonly x: number;
  readonly isDisabled: boolean;
  readonly onGrab: () => void;
  readonly onKey: () => void;
  readonly onMove: (x: number) => void;
  readonly onRelease: (x: number) => void;
}

function PuzzleSlider({ max, x, isDisabled, onGrab, onKey, onMove, onRelease }: PuzzleSliderProps) {
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
