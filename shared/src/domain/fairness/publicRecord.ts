/**
 * The public record: whatever the exchange publishes besides ticks, in one numbered and chained list that only grows. The newest
 * entry's hash is part of every minute root, so a root that somebody keeps pins every entry before it.
 *
 *   entry hash = SHA-256( 0x01 ‖ previous hash, 32 bytes ‖ seq, 8 bytes ‖ atMs, 8 bytes ‖ length of kind, 1 byte ‖ kind, ASCII ‖
 *                         length of body, 4 bytes ‖ body, ASCII )
 *
 * Integers are big-endian. The body is canonical text (canonicalText.ts). Before the first entry stand 32 zero bytes.
 */
import { asciiBytes, concatBytes, fromHex, shortText, toHex, uint32Bytes, uint64Bytes } from './bytes';
import type { Sha256 } from './sha256';

/**
 * What is published. `seed_committed` and `seed_revealed`: the hash of a day's seed, and the seed; `beacon`: a day's public random
 * value; `incident`: prices that do not count; `halt`: trading of a market stopped or resumed for everybody; `pause`: a time
 * without prices; `terms`: a version of the catalogue; `key`: a key that signs roots and receipts;
 * `witness`: whom the exchange asks to witness its roots; `deposit_key`: the point that people's addresses for top-ups on a network are counted from;
 * `liabilities`: the root over what is owed to everybody on a day; `project`: its terms, its result, or that it is cancelled.
 */
export const recordKinds = [
  'seed_committed',
  'seed_revealed',
  'beacon',
  'incident',
  'halt',
  'pause',
  'terms',
  'key',
  'witness',
  'deposit_key',
  'liabilities',
  'project',
] as const;
export type RecordKind = (typeof recordKinds)[number];

export interface RecordEntry {
  /** Gapless, from 1. */
  readonly seq: number;
  /** When it was published. Never before the entry before it. */
  readonly atMs: number;
  readonly kind: string;
  /** Canonical text. */
  readonly body: string;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

const format = Uint8Array.of(1);

export function recordHash(previousHash: string, entry: Omit<RecordEntry, 'hash'>, sha256: Sha256): string {
  const body = asciiBytes(entry.body);
  return toHex(
    sha256(
      concatBytes(
        format,
        fromHex(previousHash),
        uint64Bytes(entry.seq),
        uint64Bytes(entry.atMs),
        shortText(entry.kind),
        uint32Bytes(body.length),
        body,
      ),
    ),
  );
}

/** The first entry that does not follow from the one before; undefined when all do. `previousHash`: of the entry before the first. */
export function findRecordBreak(previousHash: string, entries: readonly RecordEntry[], sha256: Sha256): RecordEntry | undefined {
  let [hash, before] = [previousHash, undefined as RecordEntry | undefined];
  for (const entry of entries) {
    if (before !== undefined && (entry.seq !== before.seq + 1 || entry.atMs < before.atMs)) return entry;
    if (recordHash(hash, entry, sha256) !== entry.hash) return entry;
    [hash, before] = [entry.hash, entry];
  }
  return undefined;
}
