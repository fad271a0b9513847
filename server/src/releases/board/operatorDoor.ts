/**
 * Who may use the operators' board: whoever has the token. There is one token and no account, so guessing is slowed per
 * address: after a few wrong ones each further one makes the address wait twice as long. While it waits even the right token
 * is not looked at, or waiting would not slow a guesser.
 */
import type { Clock } from '../../platform/Clock';
import { isSameSecret } from '../../platform/random';

/** A shorter token could be guessed; the board stays shut then. */
export const shortestToken = 24;

const freeTries = 5;
const firstWaitMs = 1000;
const longestWaitMs = 300_000;
const forgetAfterMs = 3_600_000;
const mostAddresses = 10_000;

export type Admission =
  { readonly is: 'admitted' } | { readonly is: 'wrong' } | { readonly is: 'waiting'; readonly seconds: number };

export interface OperatorDoor {
  knock(token: string | undefined, address: string): Admission;
}

export function createOperatorDoor(operatorToken: string, clock: Clock): OperatorDoor {
  const guessers = new Map<string, { wrong: number; lastAtMs: number; waitsUntilMs: number }>();

  function forgetOld(nowMs: number): void {
    for (const [address, { lastAtMs }] of guessers) {
      if (nowMs - lastAtMs >= forgetAfterMs || guessers.size > mostAddresses) guessers.delete(address);
    }
  }

  return {
    knock(token, address) {
      const nowMs = clock.now();
      forgetOld(nowMs);
      const before = guessers.get(address);
      if (before !== undefined && before.waitsUntilMs > nowMs) {
        return { is: 'waiting', seconds: Math.ceil((before.waitsUntilMs - nowMs) / 1000) };
      }
      if (token !== undefined && isSameSecret(token, operatorToken)) {
        guessers.delete(address);
        return { is: 'admitted' };
      }
      const wrong = (before?.wrong ?? 0) + 1;
      const waitMs = wrong < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(wrong - freeTries, 20));
      guessers.set(address, { wrong, lastAtMs: nowMs, waitsUntilMs: nowMs + waitMs });
      return { is: 'wrong' };
    },
  };
}
