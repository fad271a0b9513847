/** The terms of a receipt are asked of the exchange as everybody is shown them. */
import type { Receipt } from '@tessera/shared/contract';
import { asciiBytes, canonicalText, sha256, toHex } from '@tessera/shared/fairness';
import { createFakeApi } from '@tessera/shared/testing';
import { publishedTermsCheck } from './publishedTermsCheck';

const text = canonicalText({
  symbol: [{ id: 'BTC-USDT', asset_class: 'crypto', digits: '2', spread_steps: '20' }],
  seconds_term: [{ asset_class: 'crypto', seconds: '30', payout_rate: '0.8', fee_rate: '0' }],
});
const zeros = '0'.repeat(64);
const receiptOf = (payoutRate: string, catalogVersion = 1): Receipt =>
  ({
    body: { product: 'seconds', symbol: 'BTC-USDT', acceptedAtMs: 2_000 },
    terms: { seconds: 30, payoutRate, feeRate: '0', catalogVersion },
  }) as unknown as Receipt;

function anExchange() {
  const api = createFakeApi();
  const body = canonicalText({ version: 1, validFromMs: 0, note: '', hash: toHex(sha256(asciiBytes(text))) });
  api.respond('publicRecord', () => ({
    entries: [{ seq: 7, atMs: 1_000, kind: 'terms', body, previousHash: zeros, hash: zeros }],
    hasMore: false,
  }));
  api.respond('catalogTerms', () => ({ version: 1, validFromMs: 0, text }));
  return api;
}

it.each([
  ['as published', receiptOf('0.8'), 'ok'],
  ['another payout', receiptOf('0.9'), 'failed'],
  ['a version that nobody published', receiptOf('0.8', 2), 'failed'],
  ['no receipt', undefined, 'absent'],
])('%s', async (_, receipt, state) => {
  expect((await publishedTermsCheck(receipt, anExchange())).state).toBe(state);
});

it('nobody answers: no doubt is cast', async () => {
  expect((await publishedTermsCheck(receiptOf('0.8'), createFakeApi())).state).toBe('pending');
});
