/** Time as the loader needs it, handed in so that tests turn it by hand. */
export interface RemoteClock {
  now(): number;
  /** Runs `action` once after `ms`; the returned function calls it off. */
  after(ms: number, action: () => void): () => void;
}

export const browserRemoteClock: RemoteClock = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

export class TimeLimitReached extends Error {
  override readonly name = 'TimeLimitReached';
}

/** `work`, or a rejection with TimeLimitReached when it takes longer. The work itself is not stopped. */
export function withinTime<Value>(clock: RemoteClock, ms: number, what: string, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const callOff = clock.after(ms, () => reject(new TimeLimitReached(`${what} took longer than ${ms} ms`)));
    work.then(resolve, reject).finally(callOff);
  });
}
