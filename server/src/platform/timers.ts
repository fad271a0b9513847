/** Waiting and repeating. Timers here never keep the process alive by themselves when it wants to stop. */

/** Resolves after `ms`, or at once when the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish, { once: true });
  });
}

/** Rejects with `onLate()` when the work is not done in time. The work itself goes on: give it its own way to stop. */
export async function withLimit<T>(work: Promise<T>, ms: number, onLate: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onLate()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export interface Repeating {
  /** No further round starts; resolves when the running one has finished. */
  stop(): Promise<void>;
  /** Starts the next round now instead of waiting. */
  wake(): void;
}

/**
 * Runs `round` again and again, one at a time, with a pause between. `round` may answer how long to pause (ms).
 * An error is handed to `onError` and the next round comes after the usual pause.
 */
export function repeat(
  pauseMs: number,
  round: (signal: AbortSignal) => Promise<number | void>,
  onError: (error: unknown) => void,
): Repeating {
  const stopping = new AbortController();
  // A plain timer: a server has some sixty of these loops, and a signal made for each pause was a twentieth of what it computed at rest.
  let isWoken = false;
  let endPause = (): void => undefined;
  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const wake = (): void => {
    isWoken = true;
    endPause();
  };
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      isWoken = false;
      let pause = pauseMs;
      try {
        pause = (await round(stopping.signal)) ?? pauseMs;
      } catch (error) {
        onError(error);
      }
      if (!stopping.signal.aborted && !isWoken) await rest(pause);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      wake();
      await loop;
    },
    wake,
  };
}
