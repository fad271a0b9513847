/** What was kept contradicts a proof by what it says, whatever name the proof gives it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { keptCheck } from './kept';
import { nothingKnown } from './Known';
import type { Receipt, Tick } from './shapes';

const { chain, receipts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/fairness-vectors.json'), 'utf8')) as {
  readonly chain: readonly Tick[];
  readonly receipts: { readonly receipt: Receipt };
};
const [tick] = chain as readonly [Tick];
const { receipt } = receipts;
const { product } = receipt.body;
const saying = (body: Partial<Receipt['body']>, signature = receipt.signature): Receipt => ({
  ...receipt,
  body: { ...receipt.body, ...body },
  signature,
});
const own = { id: receipt.body.order, receipt };
const stateOf = (
  kept: readonly Receipt[],
  order: typeof own & { readonly requests?: readonly Receipt[] } = own,
  beforeSeq = 100,
) => keptCheck({ ticks: chain, anchors: [] }, { product, order, beforeSeq }, { ...nothingKnown, receipts: kept }).state;

test.each<readonly [string, Receipt, string]>([
  ['the same', receipt, 'ok'],
  ['of another order of another name', saying({ order: '999', key: 'another' }), 'absent'],
  ['another order under its name', saying({ order: '999' }), 'failed'],
  ['another name of the order', saying({ key: 'another' }), 'failed'],
  ['the same, signed otherwise', saying({}, '00'), 'failed'],
  ['other terms', { ...receipt, terms: { ...receipt.terms, direction: 'none' } }, 'failed'],
])('a receipt that was kept: %s', (_, kept, state) => {
  expect(stateOf([kept])).toBe(state);
});

const other = { order: '999', key: 'another', symbol: tick.symbol, headSeq: tick.seq };
test('a receipt of any order names a tick of the log', () => {
  expect(stateOf([saying({ ...other, headHash: tick.hash })])).toBe('ok');
  expect(stateOf([saying({ ...other, headHash: 'f'.repeat(64) })])).toBe('failed');
});

const asked = (request: string, headSeq: number, key = request): Receipt => saying({ request, headSeq, key, symbol: 'X' });
test.each<readonly [string, readonly Receipt[], readonly Receipt[], string]>([
  ['shown', [asked('close', 7)], [asked('close', 7)], 'ok'],
  ['a close that is not shown', [asked('close', 7)], [asked('close', 8, 'later')], 'failed'],
  ['a close after the deal', [asked('close', 100)], [], 'absent'],
  ['an older stop', [asked('stop', 7), asked('stop', 8, 'later')], [asked('stop', 8, 'later')], 'ok'],
  ['a newer cancel, of another device', [asked('cancel', 7)], [asked('cancel', 8, 'later')], 'ok'],
  ['a stop that is not shown', [asked('stop', 8)], [asked('stop', 7, 'earlier')], 'failed'],
])('what was asked: %s', (_, kept, requests, state) => {
  expect(stateOf(kept, { ...own, requests })).toBe(state);
});
