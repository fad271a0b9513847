import { useCallback, useEffect, useState } from 'react';
import { distinctUntilChanged, map, startWith } from '@tessera/shared/kernel';
import { remainingMs } from '../../domain/time';
import { everyQuarterSecond$ } from './everySecond';
import { useClock } from './useLive';

export interface Countdown {
  /** Whole seconds, rounded up: 0 means over. */
  readonly seconds: number;
  /** The same in milliseconds, for formatCountdown. */
  readonly remainingMs: number;
  readonly isOver: boolean;
}

/** Time left until `atMs` in the server's clock. Renders once per second. What happens at zero, the server decides. */
export function useCountdown(atMs: number): Countdown {
  const clock = useClock();
  const secondsLeft = useCallback(() => Math.ceil(remainingMs(atMs, clock.now()) / 1000), [atMs, clock]);
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const subscription = everyQuarterSecond$.pipe(startWith(0), map(secondsLeft), distinctUntilChanged()).subscribe(setSeconds);
    return () => subscription.unsubscribe();
  }, [secondsLeft]);
  return { seconds, remainingMs: seconds * 1000, isOver: seconds === 0 };
}
