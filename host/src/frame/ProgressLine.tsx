import { useEffect, useState, type ReactNode } from 'react';
import { delay, distinctUntilChanged, map, of, switchMap } from '@tessera/shared/kernel';
import type { LiveValue } from '@tessera/shared/federation';
import styles from './ProgressLine.module.css';

/** A quick answer needs no sign of waiting. */
const progressAfterMs = 800;

/** A thin line at the top edge while the server takes its time. Decorative: each list says itself that it is loading. */
export function ProgressLine({ pending }: { readonly pending: LiveValue<number> }): ReactNode {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const subscription = pending
      .pipe(
        map((count) => count > 0),
        distinctUntilChanged(),
        switchMap((isWaiting) => (isWaiting ? of(true).pipe(delay(progressAfterMs)) : of(false))),
      )
      .subscribe(setIsShown);
    return () => subscription.unsubscribe();
  }, [pending]);
  return isShown ? <div aria-hidden className={styles.line} /> : null;
}
