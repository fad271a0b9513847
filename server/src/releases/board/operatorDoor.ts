/**
 * Who may use the operators' board: anyone who has the token. There is one token and no account, and in an emergency it must
 * open: so nobody is locked out. After a few wrong tokens from one address its answers come late, the right one's too, so
 * that guessing is slow; beyond some late answers at once a wrong token is refused without one. A token of this length is not
 * found by guessing even at full speed.
 */
import { visitorOf } from '../../platform/addressPrefixes';
import type { Clock } from '../../platform/Clock';
import { isSameSecret } from '../../platform/random';
import { sleep } from '../../platform/timers';

/** A shorter token could be guessed; the board stays shut then. */
export const shortestToken = 24;

const freeTries = 5;
const firstDelayMs = 250;
const maxDelayMs = 4000;
const delayedAtOnce = 8;
const forgetAfterMs = 3_600_000;
const addressesAtMost = 10_000;

export type Admission =
  { readonly is: 'admitted' } | { readonly is: 'wrong' } | { readonly is: 'flooding'; readonly seconds: number };

export interface OperatorDoor {
  knock(token: string | undefined, address: string): Promise<Admission>;
}

interface Guesser {
  wrong: number;
  lastAtMs: number;
  delayed: number;
}

export function createOperatorDoor(
  operatorToken: string,
  clock: Clock,
  wait: (ms: number) => Promise<void> = sleep,
): OperatorDoor {
  const guessers = new Map<string, Guesser>();

  function forgetOld(nowMs: number): void {
    for (const [visitor, { lastAtMs }] of guessers) {
      if (nowMs - lastAtMs >= forgetAfterMs || guessers.size > addressesAtMost) guessers.delete(visitor);
    }
  }

  const delayOf = (wrong: number) =>
    wrong < freeTries ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(wrong - freeTries, 20));

  return {
    async knock(token, address) {
      const nowMs = clock.now();
      forgetOld(nowMs);
      const visitor = visitorOf(address);
      const guesser = guessers.get(visitor) ?? { wrong: 0, lastAtMs: nowMs, delayed: 0 };
      const delayMs = delayOf(guesser.wrong);
      const isRight = token !== undefined && isSameSecret(token, operatorToken);
      if (!isRight) {
        guesser.wrong += 1;
        guesser.lastAtMs = nowMs;
        guessers.set(visitor, guesser);
        if (guesser.delayed >= delayedAtOnce) return { is: 'flooding', seconds: Math.ceil(delayMs / 1000) };
      }
      if (delayMs > 0) {
        guesser.delayed += 1;
        await wait(delayMs);
        guesser.delayed -= 1;
      }
      if (!isRight) return { is: 'wrong' };
      guessers.delete(visitor);
      return { is: 'admitted' };
    },
  };
}
