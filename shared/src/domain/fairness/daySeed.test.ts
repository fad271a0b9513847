import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FeedDay } from '../contract/market';
import { fromHex, toHex } from './bytes';
import { beaconInstant, beaconRound, daySeed, isInventedDay, isLateCommitment } from './daySeed';
import { feedSeedCheck } from './logChecks';
import { sha256 } from './sha256';

interface DayVector {
  readonly name: string;
  readonly seed: string;
  readonly seedHash: string;
  readonly beaconHash?: string;
  readonly beacon: {
    readonly kind: 'local' | 'drand';
    readonly value: string;
    readonly round?: number;
    readonly signature?: string;
  };
  readonly draw: string;
}
const { feedDays } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
  feedDays: {
    days: readonly DayVector[];
    rounds: readonly { readonly genesisMs: number; readonly periodMs: number; readonly atMs: number; readonly round: number }[];
  };
};

const dayOf = ({ seed, seedHash, beaconHash, beacon }: DayVector): FeedDay => ({
  day: '2026-11-20',
  source: 'simulated',
  version: 2,
  seed,
  seedHash,
  beaconHash: beaconHash ?? null,
  beacon: {
    kind: beacon.kind,
    chain: null,
    round: beacon.round ?? null,
    signature: beacon.signature ?? null,
    value: beacon.value,
    isFallback: false,
  },
  opening: {},
});
const stateOf = async (day: FeedDay) => (await feedSeedCheck(day, sha256)).state;

it.each(feedDays.days)('$name: drawn from seed and beacon, and checked', async (vector) => {
  expect(toHex(daySeed(fromHex(vector.seed), fromHex(vector.beacon.value), sha256))).toBe(vector.draw);
  expect(await stateOf(dayOf(vector))).toBe('ok');
});

it.each(feedDays.rounds)('takes the first round at or after $atMs', ({ atMs, round, ...chain }) => {
  expect(beaconRound(atMs, chain)).toBe(round);
});

it.each(feedDays.days)('$name: another seed or beacon is noticed', async (vector) => {
  const day = dayOf(vector);
  const other = 'ee'.repeat(32);
  expect(await stateOf({ ...day, seed: other })).toBe('failed');
  expect(day.beacon && (await stateOf({ ...day, beacon: { ...day.beacon, value: other } }))).toBe('failed');
  expect(await stateOf({ ...day, beacon: null })).toBe('failed');
});

it('waits for a seed that is not shown yet, and says nothing of one that was lost or of a day of version 1 without a beacon', async () => {
  const [first] = feedDays.days;
  if (first === undefined) throw new Error('there are vectors');
  const day = dayOf(first);
  expect(await stateOf({ ...day, seed: null })).toBe('pending');
  expect(await stateOf({ ...day, seed: null, lostAtMs: 5 })).toBe('absent');
  expect(await stateOf({ ...day, version: 1, beacon: null })).toBe('ok');
});

it('says of a day that was committed to within itself, with the own beacon, that it holds only so far', async () => {
  const within = (vector: DayVector) => stateOf({ ...dayOf(vector), committedAtMs: Date.parse('2026-11-20T11:00:00Z') });
  for (const vector of feedDays.days) expect(await within(vector)).toBe(vector.beacon.kind === 'drand' ? 'ok' : 'partial');
  const before = { ...dayOf(feedDays.days[0] as DayVector), committedAtMs: Date.parse('2026-11-19T23:59:59Z') };
  expect(await stateOf(before)).toBe('ok');
});

it('is late within the last 24 hours, invented once the day is over, and takes a round after a late commitment', () => {
  const dayAtMs = Date.parse('2026-11-20T00:00:00Z');
  const dayMs = 86_400_000;
  expect([dayAtMs - dayMs, dayAtMs - dayMs + 1].map((atMs) => isLateCommitment(dayAtMs, atMs))).toEqual([false, true]);
  expect([dayAtMs + dayMs - 1, dayAtMs + dayMs].map((atMs) => isInventedDay(dayAtMs, atMs))).toEqual([false, true]);
  expect([dayAtMs - dayMs, dayAtMs + 5].map((atMs) => beaconInstant(dayAtMs, atMs))).toEqual([dayAtMs, dayAtMs + 6]);
});
