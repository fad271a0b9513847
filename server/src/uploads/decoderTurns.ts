/**
 * Who decodes next. Decoders are few and a picture may take seconds, so the time that each person has had with them is kept for a while:
 * of those who wait, the one who had least is next. Whoever has seldom sent a picture waits for one that is being decoded and for none of
 * those who send many, however many they are. A person's share is bounded too: it refills as time goes by.
 */
import { AppError } from '@tessera/shared/errors';
import type { Clock } from '../platform/Clock';

export interface DecoderTurns {
  /** Throws TOO_MANY_REQUESTS, with nothing done, when the person's share is used up or the wait too long. */
  run<T>(person: string, work: () => Promise<T>): Promise<T>;
}

export interface DecoderTurnsOptions {
  readonly clock: Clock;
  readonly atOnce: number;
  readonly waitLimitMs: number;
  /** So much at a time, and `refill` of each second that passes. */
  readonly shareMs: number;
  readonly refill: number;
}

interface Waiting {
  readonly person: string;
  readonly enter: () => void;
}

const refusal = (seconds: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', { params: { seconds: String(seconds) }, isRetryable: true });

export function createDecoderTurns({ clock, atOnce, waitLimitMs, shareMs, refill }: DecoderTurnsOptions): DecoderTurns {
  const spent = new Map<string, { readonly ms: number; readonly atMs: number }>();
  const waiting = new Set<Waiting>();
  let inside = 0;

  function spentOf(person: string): number {
    const { ms, atMs } = spent.get(person) ?? { ms: 0, atMs: 0 };
    return Math.max(0, ms - Math.max(0, clock.now() - atMs) * refill);
  }

  function forgetRefilled(): void {
    for (const person of spent.keys()) if (spentOf(person) === 0) spent.delete(person);
  }

  function wait(person: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        person,
        enter() {
          clearTimeout(timer);
          waiting.delete(one);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(refusal(1));
      }, waitLimitMs);
      waiting.add(one);
    });
  }

  /** The place goes from hand to hand. Of two who had as much, whoever waits longer is next. */
  function leave(): void {
    const [next] = [...waiting].toSorted((one, other) => spentOf(one.person) - spentOf(other.person));
    if (next === undefined) inside -= 1;
    else next.enter();
  }

  return {
    async run(person, work) {
      forgetRefilled();
      const over = spentOf(person) - shareMs;
      if (over >= 0) throw refusal(Math.floor(over / refill / 1000) + 1);
      if (inside < atOnce) inside += 1;
      else await wait(person);
      const begunMs = clock.now();
      try {
        return await work();
      } finally {
        const atMs = clock.now();
        spent.set(person, { ms: spentOf(person) + Math.max(0, atMs - begunMs), atMs });
        leave();
      }
    },
  };
}
