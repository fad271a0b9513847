/**
 * The computing time that a try at the puzzle costs after repeated failures: a number for which the hash of the puzzle and the
 * number begins with enough zero bits. Searched in short slices, so that the page stays alive; not in a worker, because a
 * browser refuses a worker from another origin, where releases may lie.
 */
import { AppError } from '@tessera/shared/errors';
import { sha256 } from '@tessera/shared/fairness';

const sliceMs = 12;
const maxMs = 60_000;
const encoder = new TextEncoder();

export interface WorkDeps {
  readonly now: () => number;
  /** Lets the page draw and hear in between. */
  readonly pause: () => Promise<unknown>;
  readonly signal: AbortSignal;
}

const isDone = (puzzleId: string, work: number, bits: number): boolean => {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(encoder.encode(`${puzzleId}:${work}`));
  return Math.clz32(((a << 24) | (b << 16) | (c << 8) | d) >>> 0) >= bits;
};

/** Throws PLEASE_RETRY when it takes more than a minute or nobody waits for it any more. */
export async function findWork(puzzleId: string, bits: number, { now, pause, signal }: WorkDeps): Promise<string> {
  const beganAt = now();
  let sliceAt = beganAt;
  for (let work = 0; ; work += 1) {
    if (isDone(puzzleId, work, bits)) return String(work);
    // Asking for the time costs as much as a hash.
    if (work % 64 !== 0 || now() - sliceAt < sliceMs) continue;
    await pause();
    sliceAt = now();
    if (signal.aborted || sliceAt - beganAt > maxMs) throw new AppError('PLEASE_RETRY', { isRetryable: true });
  }
}
