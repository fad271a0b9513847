/** What others kept and what was published before, beside what is shown now. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ascii, sha256 } from './bytes';
import { canonicalText } from './canonicalText';
import { nothingKnown } from './Known';
import { feedSeed, logChecks } from './logOfProof';
import type { Day, Tick } from './shapes';

const { chain } = JSON.parse(readFileSync(join(__dirname, '../../docs/fairness-vectors.json'), 'utf8')) as {
  readonly chain: readonly Tick[];
};
const [first] = chain as readonly [Tick];

/** A device keeps the first 16 digits of a hash. */
test.each([
  ['the whole hash', first.hash, 'ok'],
  ['as a device keeps it', first.hash.slice(0, 16), 'ok'],
  ['another tick', 'f'.repeat(16), 'failed'],
  ['too little to say anything', first.hash.slice(0, 8), 'failed'],
])('a head that was kept, %s', (_, hash, state) => {
  const { symbol, seq } = first;
  const checks = logChecks(
    { ticks: chain, anchors: [], feedDay: null },
    { symbol, decidingSeq: seq, incidents: [] },
    { ...nothingKnown, heads: [{ symbol, seq, hash }] },
  );
  expect(checks.find(({ name }) => name === 'kept')?.state).toBe(state);
});

const parameters = {
  'BTC-USDT': { digits: 2, volatilityPpm: 25_000, activity: 100, openSlots: [[0, 3_600]] as [number, number][] },
};
const seed = '07'.repeat(32);
const value = '08'.repeat(32);
const beacon = { kind: 'local', chain: null, round: null, signature: null, value, isFallback: false };
const hashOfHex = (hex: string): string => sha256(Buffer.from(hex, 'hex'));
const day: Day = {
  ...{ day: '2026-01-05', version: 2, source: 'simulated', attempt: 1, seed, beacon, parameters },
  ...{
    seedHash: hashOfHex(seed),
    beaconHash: hashOfHex(value),
    drawnFromMs: 1_767_571_200_000,
    opening: { 'BTC-USDT': '64000' },
  },
};
const named = { day: '2026-01-05', source: 'simulated', attempt: 1, seedHash: hashOfHex(seed) };
const entries = [
  {
    kind: 'seed_committed',
    body: {
      ...named,
      beaconHash: hashOfHex(value),
      beacon: { kind: 'local', chain: null },
      parametersHash: sha256(ascii(canonicalText(parameters))),
    },
  },
  { kind: 'beacon', body: { ...named, fromMs: 1_767_571_200_000, ...beacon, opening: day.opening } },
].map(({ kind, body }, index) => ({ seq: index + 1, atMs: 1, kind, body: canonicalText(body), hash: '' }));

test.each<readonly [string, Partial<Day>, string]>([
  ['as it was published', {}, 'ok'],
  ['a proof shows a day without its parameters', { parameters: undefined as never }, 'ok'],
  ['other parameters', { parameters: { 'BTC-USDT': { ...parameters['BTC-USDT'], activity: 101 } } }, 'failed'],
  ['another opening price', { opening: { 'BTC-USDT': '64001' } }, 'failed'],
  ['another beginning', { drawnFromMs: 1_767_571_200_250 }, 'failed'],
  ['another round', { beacon: { ...beacon, round: 7 } }, 'failed'],
  ['another kind of beacon', { beacon: { ...beacon, kind: 'drand', value: hashOfHex(value), signature: value } }, 'failed'],
])('a day beside the public record: %s', (_, changed, state) => {
  expect(feedSeed({ ...day, ...changed }, { entries }).state).toBe(state);
});
