import { useEffect, useState } from 'react';
import type { Calculate } from './indicators/calculate';

/** The calculations' chunk, once something needs it. `onFailed` when it did not come; another choice asks again. */
export function useIndicatorCalculation(
  choiceKey: string,
  isNeeded: boolean,
  onFailed: (() => void) | undefined,
): Calculate | undefined {
  const [loaded, setLoaded] = useState<{ readonly calculate: Calculate }>();
  const isMissing = isNeeded && loaded === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isWanted = true;
    import('./indicators/calculate').then(
      ({ calculate }) => {
        if (isWanted) setLoaded({ calculate });
      },
      () => {
        if (isWanted) onFailed?.();
      },
    );
    return () => {
      isWanted = false;
    };
  }, [isMissing, choiceKey, onFailed]);
  return loaded?.calculate;
}
