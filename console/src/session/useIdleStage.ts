import { useEffect, useState } from 'react';
import { idleStage, type IdleStage } from './idleStage';

const lookMs = 2000;
/** What a hand does; a page that scrolls by itself is nobody. */
const doings = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const;

/** Looked at by the clock and not by one timer: a machine that slept has been idle too. */
export function useIdleStage(): IdleStage {
  const [stage, setStage] = useState<IdleStage>('busy');
  useEffect(() => {
    let lastDoneMs = Date.now();
    const look = (): void => setStage(idleStage(lastDoneMs, Date.now()));
    const did = (): void => {
      // Too late: who touches a page that is over finds it over.
      if (idleStage(lastDoneMs, Date.now()) !== 'over') lastDoneMs = Date.now();
      look();
    };
    const timer = window.setInterval(look, lookMs);
    document.addEventListener('visibilitychange', look);
    for (const doing of doings) window.addEventListener(doing, did, { capture: true, passive: true });
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      for (const doing of doings) window.removeEventListener(doing, did, { capture: true });
    };
  }, []);
  return stage;
}
