/**
 * What a day of a simulated or replayed market is drawn from. The exchange commits to a secret seed by its hash, at least a day
 * before the day begins; when the day begins, a value joins it that the exchange could not choose then (the day's beacon). Nobody
 * who chose the seed could know what it would be joined with, and nobody who knows the beacon can change the seed.
 *
 *   commitment    = SHA-256( seed, 32 bytes )
 *   local beacon  = a second secret of 32 bytes; its own commitment is SHA-256( it ), published with the first
 *   drand beacon  = SHA-256( signature of the round )
 *   day's draw    = SHA-256( "tessera-day-2", ASCII ‖ 0x00 ‖ seed, 32 bytes ‖ beacon value, 32 bytes )
 *
 * Days of version 1 had no beacon: they were drawn from the seed itself.
 */
import type { FeedDay } from '../contract/market';
import { invariant } from '../errors/invariant';
import { asciiBytes, concatBytes } from './bytes';
import type { Sha256 } from './sha256';

export const dayVersion = 2;
const dayMs = 86_400_000;
const tag = concatBytes(asciiBytes('tessera-day-2'), Uint8Array.of(0));

/** The bytes that the day's draw is the SHA-256 of. */
export function daySeedInput(seed: Uint8Array, beaconValue: Uint8Array): Uint8Array {
  invariant(seed.length === 32 && beaconValue.length === 32, 'a seed and a beacon value have 32 bytes each');
  return concatBytes(tag, seed, beaconValue);
}

export const daySeed = (seed: Uint8Array, beaconValue: Uint8Array, sha256: Sha256): Uint8Array =>
  sha256(daySeedInput(seed, beaconValue));

/** Of a chain whose first round was at `genesisMs`: the first round at or after an instant. */
export function beaconRound(atMs: number, chain: { readonly genesisMs: number; readonly periodMs: number }): number {
  return Math.max(1, Math.ceil((atMs - chain.genesisMs) / chain.periodMs) + 1);
}

/**
 * The instant whose round a day takes: its own beginning, or, of a day that was committed to late, the first one after the
 * commitment, so that no seed can be chosen for a value that is known already.
 */
export const beaconInstant = (dayAtMs: number, committedAtMs: number): number => Math.max(dayAtMs, committedAtMs + 1);

/** Less than a day before the day began: who held positions overnight could be known by then. */
export const isLateCommitment = (dayAtMs: number, committedAtMs: number): boolean => committedAtMs > dayAtMs - dayMs;

/** The day was over when its seed was published: its prices were made at installation, or after a time without the exchange. */
export const isInventedDay = (dayAtMs: number, committedAtMs: number): boolean => committedAtMs >= dayAtMs + dayMs;

export type DayBeacon = NonNullable<FeedDay['beacon']>;
