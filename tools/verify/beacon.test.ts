/** The real round 1000 of quicknet, as a day of the public record, and what a forger would make of it. */
import { expect, test } from '@jest/globals';
import { beaconCheck, quicknet, roundOfDay, roundState } from './beacon';
import { sha256, unhex } from './bytes';
import { canonicalText } from './canonicalText';

const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const value = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';
const real = { chain: quicknet, round: 1000, signature, value };
const other = `a${signature.slice(1)}`;

test.each<readonly [string, Partial<typeof real>, string]>([
  ['as the network signed it', {}, 'right'],
  ['under another number', { round: 1001 }, 'wrong'],
  ['another value', { value: 'f'.repeat(64) }, 'wrong'],
  ['no point of the curve', { signature: other, value: sha256(unhex(other)) }, 'wrong'],
  ['of a network that is not known here', { chain: 'ab' }, 'unknown'],
])('a round %s', (_, changed, state) => {
  expect(roundState({ ...real, ...changed })).toBe(state);
});

const committedAtMs = 1_692_803_367_000 + 998 * 3_000 - 1;
const entriesOf = (round: Partial<typeof real>, atMs = committedAtMs) =>
  [
    { kind: 'seed_committed', body: { day: '2023-08-23', source: 'simulated', attempt: 1 } },
    { kind: 'beacon', body: { day: '2023-08-23', source: 'simulated', attempt: 1, kind: 'drand', ...real, ...round } },
  ].map(({ kind, body }, index) => ({ seq: index + 1, atMs, kind, body: canonicalText(body), hash: '' }));

test('the public record: every round is signed, and the one that its day takes', () => {
  expect(roundOfDay(quicknet, '2023-08-23', committedAtMs)).toBe(999);
  const taken = committedAtMs + 3_000;
  expect(beaconCheck(entriesOf({}, taken)).state).toBe('ok');
  expect(beaconCheck(entriesOf({})).state).toBe('failed');
  expect(beaconCheck(entriesOf({ signature: other, value: sha256(unhex(other)) }, taken)).state).toBe('failed');
  expect(beaconCheck(entriesOf({ chain: 'ab' }, taken)).state).toBe('partial');
  expect(beaconCheck([]).state).toBe('absent');
});
