/**
 * How many calls of one caller are worked at a time. The others of that caller wait in a queue of his own, with an end and a
 * time limit, so that what he asks too much of is his own time: nobody else's call stands behind his.
 */
import { AppError } from '@tessera/shared/errors';

export interface Gate {
  /**
   * Runs `work` once the caller has a place; it keeps the place until it is settled, however long that takes. Throws
   * TOO_MANY_REQUESTS, with nothing done, when the queue is full or the wait too long.
   */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
}

export interface GateOptions {
  readonly atOnce: number;
  readonly maxWaiting: number;
  readonly waitLimitMs: number;
  readonly onRefused?: () => void;
}

interface Caller {
  inside: number;
  readonly waiting: Set<() => void>;
}

/** Seconds after which a refused caller may try again. */
const retryAfter = '1';

export function createGate({ atOnce, maxWaiting, waitLimitMs, onRefused }: GateOptions): Gate {
  const callers = new Map<string, Caller>();

  function refusal(): AppError {
    onRefused?.();
    return new AppError('TOO_MANY_REQUESTS', { params: { seconds: retryAfter }, isRetryable: true });
  }

  function wait({ waiting }: Caller): Promise<void> {
    if (waiting.size >= maxWaiting) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        reject(refusal());
      }, waitLimitMs);
      waiting.add(enter);
    });
  }

  function leave(name: string, caller: Caller): void {
    const [next] = caller.waiting;
    if (next !== undefined) {
      // The place goes from hand to hand: nobody who comes now is before those who wait.
      caller.waiting.delete(next);
      next();
      return;
    }
    caller.inside -= 1;
    if (caller.inside === 0) callers.delete(name);
  }

  return {
    async run(name, work) {
      const caller = callers.get(name) ?? { inside: 0, waiting: new Set() };
      callers.set(name, caller);
      if (caller.inside < atOnce) caller.inside += 1;
      else await wait(caller);
      try {
        return await work();
      } finally {
        leave(name, caller);
      }
    },
  };
}
