/** What others kept and what was published before, beside what is shown now. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ascii, sha256, zeros } from './bytes';
import { canonicalText } from './canonicalText';
import { nothingKnown } from './Known';
import { entryHash } from './log';
import { feedSeed, logChecks } from './logOfProof';
import type { Day, Tick } from './shapes';
import { verifyFile } from './verifyFile';

const { chain } = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/fairness-vectors.json'), 'utf8')) as {
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

/** Ticks of format 1, whose flags no hash covers, and roots without a signature. */
test.each([
  ['before the first key', chain.at(-1)?.atMs ?? 0, 'ok', 'absent'],
  ['after the first key', (chain.at(-1)?.atMs ?? 0) - 1, 'failed', 'failed'],
])('the older format %s', (_, fromMs, chained, signed) => {
  const publicKey = '11'.repeat(32);
  const named = { algorithm: 'Ed25519', keyId: hashOfHex(publicKey).slice(0, 16), publicKey, previous: null, handover: null };
  const entries = [{ seq: 1, atMs: fromMs, kind: 'key', body: canonicalText(named), hash: '' }];
  const root = { minuteMs: chain.at(-1)?.atMs ?? 0, root: '', previousRoot: '', heads: {} };
  const checks = logChecks(
    { ticks: chain, anchors: [root], feedDay: null },
    { symbol: first.symbol, decidingSeq: first.seq, incidents: [] },
    { ...nothingKnown, entries },
  );
  const stateOf = (name: string) => checks.find((one) => one.name === name)?.state;
  expect([stateOf('chain'), stateOf('rootSigned')]).toEqual([chained, signed]);
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

test.each([
  ['before the day', '2026-01-04T23:00:00Z', {}, 'ok'],
  ['within the day, a ninth time, with the own beacon', '2026-01-05T11:00:00Z', {}, 'partial'],
  [
    'within the day, and the own beacon stands in',
    '2026-01-05T11:00:00Z',
    { beacon: { ...beacon, isFallback: true } },
    'partial',
  ],
])('a seed that was committed to %s', (_, at, changed, state) => {
  const told = feedSeed({ ...day, ...changed, attempt: 9, committedAtMs: Date.parse(at) }, { entries: [] });
  const published = entries.map((entry) => ({ ...entry, atMs: Date.parse(at) }));
  expect([told.state, feedSeed({ ...day, ...changed }, { entries: published }).state]).toEqual([state, state]);
});

test.each(['null', '[]', '"x"', '{', ''])('an entry whose body is %s is a fault of the record, and ends nothing', (body) => {
  const kinds = ['key', 'pause', 'incident', 'terms', 'witness', 'seed_committed', 'beacon'];
  let previousHash = zeros;
  const broken = kinds.map((kind, index) => {
    const entry = { seq: index + 1, atMs: 1, kind, body, previousHash };
    previousHash = entryHash(previousHash, entry);
    return { ...entry, hash: previousHash };
  });
  const [verdict] = verifyFile({ entries: broken }, nothingKnown);
  expect(verdict?.checks[0]).toMatchObject({ name: 'record', state: 'failed' });
  const incident = { id: '1', symbol: first.symbol, fromMs: 1, toMs: 2 };
  const checks = logChecks(
    { ticks: chain, anchors: [], feedDay: day },
    { symbol: first.symbol, decidingSeq: first.seq, incidents: [incident] },
    { ...nothingKnown, entries: broken },
  );
  expect(checks.find(({ name }) => name === 'incident')?.state).toBe('failed');
});
