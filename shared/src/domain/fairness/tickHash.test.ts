import { createHash } from 'node:crypto';
import { sha256 } from './sha256';
import { findChainBreak, genesisHash, minuteRoot, tickHash, type ChainedTick } from './tickHash';

function aChain(prices: readonly string[]): ChainedTick[] {
  let previous = genesisHash;
  return prices.map((price, index) => {
    const tick = { symbol: 'BTC-USDT', seq: index + 1, atMs: 1_700_000_000_000 + index * 250, price };
    previous = tickHash(previous, tick, sha256);
    return { ...tick, hash: previous };
  });
}

const chain = aChain(['100', '100.5', '99.75', '100.25']);
const changed = (index: number, change: Partial<ChainedTick>): ChainedTick[] =>
  chain.map((tick, at) => (at === index ? { ...tick, ...change } : tick));

it('hashes the published byte form', () => {
  const bytes = Buffer.concat([
    Buffer.alloc(32),
    Buffer.from('BTC-USDT'),
    Buffer.of(0),
    Buffer.from('0000000000000001', 'hex'),
    Buffer.from((1_700_000_000_000).toString(16).padStart(16, '0'), 'hex'),
    Buffer.from('100'),
  ]);
  expect(chain[0]?.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
});

it('finds no break in an untouched chain, nor in a part of it', () => {
  expect(findChainBreak(genesisHash, chain, sha256)).toBeUndefined();
  expect(findChainBreak(chain[0]?.hash ?? '', chain.slice(1), sha256)).toBeUndefined();
});

it.each([
  ['a price is changed', changed(2, { price: '99.76' }), { kind: 'hash', seq: 3 }],
  ['a time is changed', changed(2, { atMs: 1_700_000_000_501 }), { kind: 'hash', seq: 3 }],
  ['a time runs backwards', changed(2, { atMs: 1_700_000_000_250 }), { kind: 'time', seq: 3 }],
  ['a tick is left out', chain.filter((tick) => tick.seq !== 2), { kind: 'seq', seq: 3 }],
  ['a symbol is swapped', changed(1, { symbol: 'ETH-USDT' }), { kind: 'seq', seq: 2 }],
])('names the first bad tick when %s', (_, ticks, expected) => {
  expect(findChainBreak(genesisHash, ticks, sha256)).toMatchObject(expected);
});

it('folds heads into the same root whatever order they come in, and another when one differs', () => {
  const a = { seq: 4, hash: chain[3]?.hash ?? '' };
  const b = { seq: 2, hash: chain[1]?.hash ?? '' };
  const root = minuteRoot(genesisHash, 1_700_000_040_000, { 'BTC-USDT': a, 'ADA-USDT': b }, sha256);
  expect(minuteRoot(genesisHash, 1_700_000_040_000, { 'ADA-USDT': b, 'BTC-USDT': a }, sha256)).toBe(root);
  expect(minuteRoot(genesisHash, 1_700_000_040_000, { 'ADA-USDT': a, 'BTC-USDT': a }, sha256)).not.toBe(root);
});
