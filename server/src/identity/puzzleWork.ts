/** What a try at the puzzle costs in computing time: nothing at first, more with each failure from the same visitor. */
import { createHash } from 'node:crypto';

const freeFailures = 5;
/** Some thousand hashes: a moment for a phone. */
const firstBits = 12;
/** A quarter of a million: some seconds. */
const maxBits = 18;

export const workBitsAfter = (failures: number): number =>
  failures < freeFailures ? 0 : Math.min(maxBits, firstBits + failures - freeFailures);

export function isWorkDone(puzzleId: string, work: string | undefined, bits: number): boolean {
  if (bits === 0) return true;
  if (work === undefined) return false;
  const head = createHash('sha256').update(`${puzzleId}:${work}`).digest().readUInt32BE(0);
  return Math.clz32(head) >= bits;
}
