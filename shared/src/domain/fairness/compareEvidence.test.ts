import type { FeedDay } from '../contract/market';
import { asciiBytes, toHex } from './bytes';
import { canonicalText } from './canonicalText';
import {
  compareBeacons,
  compareEntries,
  compareHeads,
  compareReceipts,
  compareRequests,
  compareRoots,
  compareSeeds,
  headsOfReceipts,
} from './compareEvidence';
import { sha256 } from './sha256';

const hash = (digit: string): string => digit.repeat(64);
const keptAtMs = 1_000;
const foundAtMs = 2_000;
const root = (minuteMs: number, digit: string) => ({ minuteMs, root: hash(digit), signed: null, keptAtMs });

describe('what was kept beside what is shown', () => {
  it('roots: a rewritten minute differs, a minute that is not asked for says nothing', () => {
    const kept = [root(60_000, 'a'), root(120_000, 'b'), root(180_000, 'c')];
    expect(compareRoots(kept, [root(60_000, 'a')], foundAtMs)).toEqual({ compared: 1, differences: [] });
    expect(compareRoots(kept, [root(60_000, 'a'), root(120_000, 'f')], foundAtMs).differences).toEqual([
      { kind: 'root', of: '120000', kept: hash('b'), shown: hash('f'), keptAtMs, foundAtMs },
    ]);
  });
  it('roots: a minute of the span that is not shown any more differs', () => {
    const kept = [root(60_000, 'a'), root(120_000, 'b')];
    const { differences } = compareRoots(kept, [root(60_000, 'a')], foundAtMs, { fromMs: 0, toMs: 120_000 });
    expect(differences).toMatchObject([{ of: '120000', shown: '' }]);
  });
  it('heads: a tick that was relabelled has another hash', () => {
    const kept = [{ symbol: 'BTC-USDT', seq: 7, hash: hash('a'), keptAtMs }];
    expect(compareHeads(kept, [{ symbol: 'BTC-USDT', seq: 7, hash: hash('b') }], foundAtMs).differences).toMatchObject([
      { kind: 'head', of: 'BTC-USDT#7' },
    ]);
    const short = [{ ...kept[0]!, hash: 'a'.repeat(16) }];
    expect(compareHeads(short, [{ symbol: 'BTC-USDT', seq: 7, hash: hash('a') }], foundAtMs)).toEqual({
      compared: 1,
      differences: [],
    });
    expect(compareHeads(short, [{ symbol: 'BTC-USDT', seq: 7, hash: hash('b') }], foundAtMs).differences).toHaveLength(1);
    expect(compareHeads(kept, [{ symbol: 'ETH-USDT', seq: 7, hash: hash('b') }], foundAtMs).compared).toBe(0);
  });
  const committed = {
    seq: 3,
    atMs: 500,
    kind: 'seed_committed',
    body: JSON.stringify({ day: '2026-01-05', source: 'simulated', attempt: 1, seedHash: hash('a') }),
    hash: hash('1'),
    keptAtMs,
  };
  it('entries: changed or withdrawn', () => {
    const changed = { ...committed, body: committed.body.replace('a', 'b') };
    expect(compareEntries([committed], [committed], foundAtMs, { isWhole: true }).differences).toEqual([]);
    expect(compareEntries([committed], [changed], foundAtMs, { isWhole: true }).differences).toHaveLength(1);
    expect(compareEntries([committed], [], foundAtMs, { isWhole: true }).differences).toMatchObject([{ of: '3', shown: '' }]);
    expect(compareEntries([committed], [], foundAtMs, { isWhole: false }).compared).toBe(0);
  });
  it('seeds: a day whose published hash is not the one that was announced', () => {
    const day = { day: '2026-01-05', source: 'simulated', seedHash: hash('a'), seed: null, opening: {} } satisfies FeedDay;
    expect(compareSeeds([committed], [day], foundAtMs)).toEqual({ compared: 1, differences: [] });
    expect(compareSeeds([committed], [{ ...day, seedHash: hash('c') }], foundAtMs).differences).toMatchObject([
      { kind: 'seed', of: '2026-01-05', kept: hash('a'), shown: hash('c') },
    ]);
    const parameters = {
      'BTC-USDT': { digits: 2, volatilityPpm: 25_000, activity: 100, openSlots: [[0, 3_600]] as [number, number][] },
    };
    const parametersHash = toHex(sha256(asciiBytes(canonicalText(parameters))));
    const whole = { ...committed, body: JSON.stringify({ ...JSON.parse(committed.body), parametersHash }) };
    expect(compareSeeds([whole], [{ ...day, parameters }], foundAtMs)).toEqual({ compared: 1, differences: [] });
    const other = { 'BTC-USDT': { ...parameters['BTC-USDT'], activity: 101 } };
    expect(compareSeeds([whole], [{ ...day, parameters: other }], foundAtMs).differences).toMatchObject([
      { kind: 'seed', of: '2026-01-05', kept: parametersHash },
    ]);
  });
  it('beacons: another value, or other prices at the beginning, than the day was begun with', () => {
    const beacon = { kind: 'local' as const, chain: null, round: null, signature: null, value: hash('d'), isFallback: false };
    const opening = { 'BTC-USDT': '64000' };
    const day = { day: '2026-01-05', source: 'simulated', seedHash: hash('a'), seed: null, beacon, opening } satisfies FeedDay;
    const body = { day: day.day, source: 'simulated', attempt: 1, seedHash: hash('a'), fromMs: 1, ...beacon, opening };
    const kept = [{ ...committed, kind: 'beacon', body: JSON.stringify(body) }, committed];
    expect(compareBeacons(kept, [day], foundAtMs)).toEqual({ compared: 1, differences: [] });
    const other = { ...day, beacon: { ...beacon, value: hash('e') } };
    expect(compareBeacons(kept, [other], foundAtMs).differences).toMatchObject([{ kind: 'beacon', of: '2026-01-05' }]);
    expect(compareBeacons(kept, [{ ...day, opening: { 'BTC-USDT': '64001' } }], foundAtMs).differences).toHaveLength(1);
    expect(compareBeacons(kept, [{ ...day, beacon: null }], foundAtMs).compared).toBe(0);
  });
  it('receipts: another instant under the same request', () => {
    const receipt = {
      body: { product: 'seconds', request: 'order', key: 'k', order: '7', acceptedAtMs: 100 },
      signature: 'aa',
    };
    const moved = { ...receipt, body: { ...receipt.body, acceptedAtMs: 600 } };
    expect(compareReceipts([{ receipt, keptAtMs }], [receipt], foundAtMs)).toEqual({ compared: 1, differences: [] });
    expect(compareReceipts([{ receipt, keptAtMs }], [moved], foundAtMs).differences).toMatchObject([
      { kind: 'receipt', of: 'seconds 7 order k' },
    ]);
    // The same order under another name, and the same request under another number.
    for (const other of [{ key: 'another' }, { order: '8' }])
      expect(
        compareReceipts([{ receipt, keptAtMs }], [{ ...receipt, body: { ...receipt.body, ...other } }], foundAtMs).differences,
      ).toHaveLength(1);
    const unlike = { ...receipt, body: { ...receipt.body, order: '8', key: 'another' } };
    expect(compareReceipts([{ receipt, keptAtMs }], [unlike], foundAtMs).compared).toBe(0);
  });
  it('receipts: a log that is another one than what was signed names its head', () => {
    const body = { product: 'spot', request: 'cancel', key: 'k', order: '7', symbol: 'BTC-USDT', headSeq: 4, headHash: 'aa' };
    const heads = headsOfReceipts([{ receipt: { body, signature: '' }, keptAtMs }]);
    const shown = (hash: string) => compareHeads(heads, [{ symbol: 'BTC-USDT', seq: 4, hash }], foundAtMs);
    expect(shown('aa')).toEqual({ compared: 1, differences: [] });
    expect(shown('bb').differences).toMatchObject([{ kind: 'head', of: 'BTC-USDT#4' }]);
  });
});

describe('what was asked of an order', () => {
  const asked = (request: string, headSeq: number, order = '7', key = `a ${request}`) => ({
    receipt: { body: { product: 'leverage', request, key, order, headSeq }, signature: 'aa' },
    keptAtMs,
  });
  const kept = [asked('order', 1), asked('stop', 5), asked('stop', 9), asked('close', 12)];

  it.each([
    ['the newest of each kind that the tick came after', [asked('stop', 9)], 12, []],
    ['a newer one, of another device', [asked('stop', 10)], 12, []],
    ['none', [], 12, ['leverage 7 stop a stop']],
    ['none of one kind', [asked('stop', 9)], 13, ['leverage 7 close a close']],
    ['a newer close', [asked('stop', 9), asked('close', 13, '7', 'later')], 14, ['leverage 7 close a close']],
    ['of another order', [asked('stop', 9, '8')], 12, ['leverage 7 stop a stop']],
    ['before any of them', [], 5, []],
  ])('%s', (_, shown, beforeSeq, expected) => {
    const receipts = shown.map(({ receipt }) => receipt);
    const { differences } = compareRequests(kept, receipts, { product: 'leverage', order: '7', beforeSeq }, foundAtMs);
    expect(differences.map((one) => one.of)).toEqual(expected);
  });
});
