/** The terms of a receipt are asked of the exchange as everybody is shown them. */
import type { Receipt } from '@tessera/shared/contract';
import { asciiBytes, canonicalText, sha256, toHex } from '@tessera/shared/fairness';
import { createFakeApi, createFakeEvidence, signingExchange, type FakeApi } from '@tessera/shared/testing';
import { publishedRecord } from '../../orders/acceptance/publishedRecord';
import { publishedTermsCheck } from './publishedTermsCheck';

const text = canonicalText({
  symbol: [{ id: 'BTC-USDT', asset_class: 'crypto', digits: '2', spread_steps: '20' }],
  seconds_term: [{ asset_class: 'crypto', seconds: '30', payout_rate: '0.8', fee_rate: '0' }],
});
const receiptOf = (payoutRate: string, catalogVersion = 1): Receipt =>
  ({
    body: { product: 'seconds', symbol: 'BTC-USDT', acceptedAtMs: 2_000 },
    terms: { seconds: 30, payoutRate, feeRate: '0', catalogVersion },
  }) as unknown as Receipt;

const termsOf = (hashed: string) => ({ version: 1, validFromMs: 0, note: '', hash: toHex(sha256(asciiBytes(hashed))) });

function anExchange() {
  const api = createFakeApi();
  const { record, publish, shown } = signingExchange('ours');
  publish('terms', 'null', 500);
  publish('terms', termsOf(text), 1_000);
  api.respond('publicRecord', shown);
  api.respond('catalogTerms', () => ({ version: 1, validFromMs: 0, text }));
  return { api, record };
}

const check = (receipt: Receipt | undefined, api: FakeApi) =>
  publishedTermsCheck(receipt, publishedRecord({ api, evidence: createFakeEvidence() }), api);

it.each([
  ['as published', receiptOf('0.8'), 'ok'],
  ['another payout', receiptOf('0.9'), 'failed'],
  ['a version that nobody published', receiptOf('0.8', 2), 'failed'],
  ['no receipt', undefined, 'absent'],
])('%s', async (_, receipt, state) => {
  expect((await check(receipt, anExchange().api)).state).toBe(state);
});

it('an entry that one person alone is shown is no publication', async () => {
  const { api, record } = anExchange();
  const own = text.replace('"0.8"', '"0.1"');
  api.respond('publicRecord', ({ fromSeq = 1 }) => ({
    entries: record
      .map((entry) => (entry.atMs === 1_000 ? { ...entry, body: canonicalText(termsOf(own)) } : entry))
      .filter(({ seq }) => seq >= fromSeq),
    hasMore: false,
  }));
  api.respond('catalogTerms', () => ({ version: 1, validFromMs: 0, text: own }));
  expect((await check(receiptOf('0.1'), api)).state).toBe('failed');
});

it('nobody answers: no doubt is cast', async () => {
  expect((await check(receiptOf('0.8'), createFakeApi())).state).toBe('pending');
});
