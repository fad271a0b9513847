/** One puzzle after the other, until one is solved: drawing it, where its piece is, how it was moved, and the server's word on it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { EndpointResponse, PuzzlePurpose } from '@tessera/shared/contract';
import { AppError, asAppError } from '@tessera/shared/errors';
import { firstValueFrom, timer, useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';
import { trackText, type TrackPoint } from './puzzleTrack';
import { findWork } from './puzzleWork';

export type Puzzle = EndpointResponse<'puzzleNew'>;
type Method = 'drag' | 'keys' | 'buttons';
const inBrowser = { now: () => performance.now(), pause: () => firstValueFrom(timer(0)) };

export function usePuzzle(purpose: PuzzlePurpose, onSolved: (puzzleToken: string) => void) {
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

  function startDrag() {
    method.current = 'drag';
    track.current = [];
  }

  function startKeys() {
    method.current = 'keys';
  }

  function nudgeBy(step: number) {
    if (puzzle === undefined) return;
    method.current = 'buttons';
    move(Math.min(puzzle.width - puzzle.pieceSize, Math.max(0, x + step)));
  }

  return { puzzle, error, message, x, isChecking, renew, check, move, startDrag, startKeys, nudgeBy };
}
