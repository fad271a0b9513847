/** A day's beacon beside the public record, and beside what it must be: a network's signature, or the value that was committed to. */
import type { FeedDay } from '../contract/market';
import { fromHex, toHex } from './bytes';
import { canonicalText, type PublicValue } from './canonicalText';
import { beaconInstant, beaconRound } from './daySeed';
import { quicknet } from './drandChain';
import type { RecordEntry } from './publicRecord';
import { sha256 } from './sha256';

/**
 * `published`: the record's entry of kind `beacon` says the `same` as the day, says something `other`, or is `absent`. `origin`:
 * `drand`, its signature holds and its round is the day's; `own`, the exchange's value, and it is the one that was committed to;
 * `unknown`, of a network that this app does not know; `wrong`, it is not what it is called.
 */
export interface BeaconVerdict {
  readonly published: 'same' | 'other' | 'absent';
  readonly origin: 'drand' | 'own' | 'unknown' | 'wrong';
  /** The network did not answer and the exchange's own value took its place. */
  readonly isFallback: boolean;
}

/** BLS12-381 as `docs/fairness.md` says; false also of what is no signature. */
export type VerifyRound = (publicKey: string, round: number, signature: string) => boolean;

/** undefined: the day was drawn without a beacon. `entries`: of kind `beacon`, at least those since the day's commitment. */
export function checkBeacon(
  day: FeedDay,
  entries: readonly Pick<RecordEntry, 'kind' | 'body'>[],
  verify: VerifyRound,
): BeaconVerdict | undefined {
  const { beacon } = day;
  if (beacon === undefined || beacon === null) return undefined;
  const name = { day: day.day, source: day.source, attempt: day.attempt ?? 1 };
  const told = entries
    .filter(({ kind }) => kind === 'beacon')
    .map(({ body }) => read(body))
    .find((one) => one['day'] === name.day && one['source'] === name.source && one['attempt'] === name.attempt);
  const drawn = { ...name, seedHash: day.seedHash, fromMs: day.drawnFromMs ?? null, ...beacon, opening: day.opening };
  const isSame = told !== undefined && Object.entries(drawn).every(([key, value]) => text(told[key]) === text(value));
  return {
    published: told === undefined ? 'absent' : isSame ? 'same' : 'other',
    origin: originOf(day, beacon, verify),
    isFallback: beacon.isFallback,
  };
}

function originOf(
  { day, beaconHash, committedAtMs }: FeedDay,
  { kind, chain, round, signature, value }: NonNullable<FeedDay['beacon']>,
  verify: VerifyRound,
): BeaconVerdict['origin'] {
  if (kind === 'local') return beaconHash === hashOf(value) ? 'own' : 'wrong';
  if (chain !== quicknet.hash) return 'unknown';
  if (round === null || signature === null || hashOf(signature) !== value) return 'wrong';
  const dayAtMs = Date.parse(`${day}T00:00:00Z`);
  const isOfDay = committedAtMs === undefined || beaconRound(beaconInstant(dayAtMs, committedAtMs), quicknet) === round;
  return isOfDay && verify(quicknet.publicKey, round, signature) ? 'drand' : 'wrong';
}

const hashOf = (hex: string): string => (/^([0-9a-f]{2})+$/.test(hex) ? toHex(sha256(fromHex(hex))) : '');
const text = (value: unknown): string => (value === undefined ? '' : canonicalText(value as PublicValue));

function read(body: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(body) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
