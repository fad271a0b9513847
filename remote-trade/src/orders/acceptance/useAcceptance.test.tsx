/** An acceptance is believed when its receipt holds, and kept on the device either way. */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { EndpointResponse, Receipt, ReceiptBody, ReceiptTerms, SecondsOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import {
  canonicalText,
  genesisHash,
  holderBytes,
  receiptBytes,
  recordHash,
  secondsTermsOf,
  sha256,
  termsBytes,
  toHex,
  type PublicValue,
} from '@tessera/shared/fairness';
import { QueryClient, QueryClientProvider } from '@tessera/shared/kernel';
import { RemoteContextProvider } from '@tessera/shared/react';
import { aQuote, aSecondsOrder, fakeContext, signedInDemo, testStartMs } from '@tessera/shared/testing';
import { useAcceptance, type AskedOrder, type ReceiptDoubt } from './useAcceptance';

const keyOf = (secret: string) => {
  const key = createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${secret}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  const keyId = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  return { publicKey: publicKey.toString('hex'), keyId, sign: (bytes: Uint8Array) => sign(null, bytes, key).toString('hex') };
};
const exchange = keyOf('11'.repeat(32));
const salt = 'ab'.repeat(32);

const published = (key: ReturnType<typeof keyOf>, atMs = testStartMs - 60_000): EndpointResponse<'publicRecord'> => {
  const body: PublicValue = {
    algorithm: 'Ed25519',
    keyId: key.keyId,
    publicKey: key.publicKey,
    previous: null,
    handover: null,
  };
  const entry = { seq: 1, atMs, kind: 'key', body: canonicalText(body) };
  const hash = recordHash(genesisHash, entry, sha256);
  return { entries: [{ ...entry, previousHash: genesisHash, hash }], hasMore: false };
};

function receiptOf(order: SecondsOrder, change: Partial<ReceiptBody> = {}, terms: ReceiptTerms = secondsTermsOf(order)): Receipt {
  const body: ReceiptBody = {
    format: 1,
    product: 'seconds',
    request: 'order',
    key: order.clientOrderId,
    order: order.id,
    holder: toHex(sha256(holderBytes('user-1', salt))),
    symbol: order.symbol,
    termsHash: toHex(sha256(termsBytes(terms))),
    acceptedAtMs: order.acceptedAtMs,
    headSeq: 1001,
    headHash: 'cd'.repeat(32),
    keyId: exchange.keyId,
    ...change,
  };
  return { body, terms, signature: exchange.sign(receiptBytes(body)), holderSalt: salt };
}

function aDesk(keys: EndpointResponse<'publicRecord'> | AppError = published(exchange)) {
  const context = fakeContext({ remote: 'trade', session: signedInDemo });
  context.api.respond('publicRecord', keys);
  context.api.respond('serverTime', { serverMs: testStartMs } as EndpointResponse<'serverTime'>);
  context.quotes.emit(aQuote({ seq: 1001 }));
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>
      <RemoteContextProvider context={context}>{children}</RemoteContextProvider>
    </QueryClientProvider>
  );
  const { current: acceptance } = renderHook(() => useAcceptance(), { wrapper }).result;
  const sending = acceptance.sending('BTC-USDT');
  /** Answered after `afterMs`; what is wrong with it, or that it is believed. */
  async function judge(order: SecondsOrder, { afterMs = 300, firstSentAtMs = undefined as number | undefined } = {}) {
    context.clock.advance(afterMs);
    const sent = { id: order.clientOrderId, sentAtMs: testStartMs, firstSentAtMs, account: 'user-1 demo' };
    const terms = { ...secondsTermsOf(order), stake: '100', direction: 'long', payoutRate: '0.85' };
    const found = await acceptance.believeFound(order, { product: 'seconds', sent, sending, terms });
    if (!(found instanceof AppError)) return 'believed';
    expect(found.code).toBe('ORDER_RECEIPT_WRONG');
    return (found.cause as ReceiptDoubt).fault;
  }
  return { context, acceptance, sending, judge };
}
const order = aSecondsOrder({ acceptedAtMs: testStartMs + 200, expiresAtMs: testStartMs + 30_200 });
const signed = (change?: Partial<ReceiptBody>, terms?: ReceiptTerms) => ({ ...order, receipt: receiptOf(order, change, terms) });

test('an order goes out with the instant of its sending and the last tick that was seen', () => {
  expect(aDesk().sending).toEqual({ sentAtMs: testStartMs, seenSeq: 1001 });
});

test('a receipt that holds is believed and kept', async () => {
  const { context, judge } = aDesk();
  expect(await judge(signed())).toBe('believed');
  expect(context.evidence.kept.receipts).toEqual([signed().receipt]);
});

test.each<[string, SecondsOrder, string]>([
  ['none at all', order, 'missing'],
  ['another stake, signed', { ...signed({}, { ...secondsTermsOf(order), stake: '1000' }) }, 'terms'],
  ['another stake in order and receipt', { ...order, stake: '1000', receipt: receiptOf({ ...order, stake: '1000' }) }, 'terms'],
  ['another instant than the order tells', signed({ acceptedAtMs: order.acceptedAtMs + 250 }), 'order'],
  ['of another order', signed({ order: '77' }), 'order'],
  ['of another person', signed({ holder: 'ef'.repeat(32) }), 'holder'],
  ['of another key', signed({ keyId: keyOf('22'.repeat(32)).keyId }), 'signature'],
  [
    'another head than was signed',
    { ...order, receipt: { ...signed().receipt, body: { ...signed().receipt.body, headSeq: 1002 } } },
    'signature',
  ],
  ['a head before the one that was seen', signed({ headSeq: 1000 }), 'head'],
])('a receipt that does not hold is not believed, and is kept: %s', async (_, answered, fault) => {
  const { context, judge } = aDesk();
  expect(await judge(answered)).toBe(fault);
  expect(context.evidence.kept.receipts).toHaveLength(answered.receipt === undefined ? 0 : 1);
});

test.each([
  [-101, 'instant'],
  [-100, 'believed'],
  [400, 'believed'],
  [401, 'instant'],
])('accepted %d ms after it was sent, answered after 300: %s', async (atMs, judged) => {
  const moved = { ...order, acceptedAtMs: testStartMs + atMs };
  expect(await aDesk().judge({ ...moved, receipt: receiptOf(moved) })).toBe(judged);
});

test('an earlier try under the same id may have been the one that was accepted', async () => {
  const earlier = { ...order, acceptedAtMs: testStartMs - 40_000 };
  const answered = { ...earlier, receipt: receiptOf(earlier, { headSeq: 900 }) };
  expect(await aDesk().judge(answered, { firstSentAtMs: testStartMs - 41_000 })).toBe('believed');
});

test('without keys nobody can tell: an exchange from before receipts is believed; a key that the device kept is enough', async () => {
  const { judge, context } = aDesk(new AppError('NETWORK_UNREACHABLE'));
  expect(await judge(order)).toBe('believed');
  const [entry] = published(exchange).entries;
  if (entry !== undefined) context.evidence.kept.entries.push({ ...entry, keptAtMs: 0 });
  const later = aDesk(new AppError('NETWORK_UNREACHABLE'));
  if (entry !== undefined) later.context.evidence.kept.entries.push({ ...entry, keptAtMs: 0 });
  expect(await later.judge(signed({ headSeq: 1000 }))).toBe('head');
});

test('a key that is new since the keys were read is looked for again', async () => {
  const { context, judge } = aDesk(published(keyOf('33'.repeat(32))));
  await Promise.resolve();
  context.api.respond('publicRecord', published(exchange));
  expect(await judge(signed())).toBe('believed');
});

test('an entry that names no key switches off none that does', async () => {
  const [first] = published(exchange).entries;
  if (first === undefined) throw new Error('a key was published');
  const entry = { seq: 2, atMs: first.atMs, kind: 'key', body: '{}' };
  const broken = { ...entry, previousHash: first.hash, hash: recordHash(first.hash, entry, sha256) };
  const { judge } = aDesk({ entries: [first, broken], hasMore: false });
  expect(await judge(order)).toBe('missing');
});

test.each(['spot', 'leverage'] as const)(
  'an accepted %s order that promises no receipts of what is asked of it later is not believed',
  async (product) => {
    const { context, acceptance } = aDesk();
    context.clock.advance(300);
    const sent = { id: order.clientOrderId, sentAtMs: testStartMs, account: 'user-1 demo' };
    const judge = async (terms: ReceiptTerms) => {
      const answered = { ...order, receipt: receiptOf(order, { product }, terms) };
      const found = await acceptance.believeFound(answered, { product, sent, terms: { stake: '100' } });
      return found instanceof AppError ? (found.cause as ReceiptDoubt).fault : 'believed';
    };
    expect(await judge({ stake: '100' })).toBe('terms');
    expect(await judge({ stake: '100', signsRequests: true })).toBe('believed');
  },
);

describe('a request about an order that stands', () => {
  const sent = { id: 'a-close', sentAtMs: testStartMs, account: 'user-1 demo' };
  const ofClose = (change: Partial<ReceiptBody> = {}, terms: ReceiptTerms = { askedLots: '0.05', lots: '0.05' }): Receipt =>
    receiptOf(order, { product: 'leverage', request: 'close', key: sent.id, ...change }, terms);
  const promised = receiptOf(order, {}, { signsRequests: true });
  /** Sent now, answered after 300 ms; `isFound`: not answered, but asked for. */
  async function judge(asked: Pick<AskedOrder, 'receipt' | 'requests'>, isFound = false, kept: Receipt[] = []): Promise<unknown> {
    const { context, acceptance } = aDesk();
    context.evidence.receiptsOf = () => Promise.resolve(kept);
    context.clock.advance(300);
    const found = await acceptance
      .believeRequest(
        { id: order.id, symbol: order.symbol, ...asked },
        {
          product: 'leverage',
          request: 'close',
          sent,
          terms: { askedLots: '0.050' },
          ...(isFound ? {} : { sending: { sentAtMs: testStartMs, seenSeq: 1001 } }),
        },
      )
      .catch((error: unknown) => ((error as AppError).cause as ReceiptDoubt).fault);
    expect(context.evidence.kept.receipts).toEqual(asked.requests?.filter(({ body }) => body.key === sent.id) ?? []);
    return typeof found === 'object' ? 'believed' : found;
  }

  test.each<[string, Pick<AskedOrder, 'receipt' | 'requests'>, string]>([
    ['as it was asked', { requests: [ofClose()] }, 'believed'],
    ['among others', { requests: [ofClose({ key: 'an-other' }), ofClose()] }, 'believed'],
    ['other lots', { requests: [ofClose({}, { askedLots: '0.2', lots: '0.2' })] }, 'terms'],
    ['of another order', { requests: [ofClose({ order: '99' })] }, 'order'],
    ['of another person', { requests: [ofClose({ holder: 'cd'.repeat(32) })] }, 'holder'],
    ['accepted before it was sent', { requests: [ofClose({ acceptedAtMs: testStartMs - 101 })] }, 'instant'],
    ['accepted after it was answered', { requests: [ofClose({ acceptedAtMs: testStartMs + 401 })] }, 'instant'],
    ['before the price that was seen', { requests: [ofClose({ headSeq: 1000 })] }, 'head'],
    ['without a receipt, of an order from before', {}, 'believed'],
    ['without a receipt, which the order promises', { receipt: promised }, 'missing'],
  ])('%s', async (_, asked, fault) => expect(await judge(asked)).toBe(fault));

  test('what the order promised when it was accepted is owed, also where its receipt is left out now', async () => {
    expect(await judge({}, false, [promised])).toBe('missing');
    expect(await judge({ receipt: receiptOf(order, {}, {}) }, false, [promised])).toBe('missing');
    expect(await judge({}, false, [receiptOf(order, {}, {})])).toBe('believed');
  });

  test('an order that was only asked for may show a newer one', async () => {
    expect(await judge({ receipt: promised, requests: [ofClose({ key: 'an-other' })] }, true)).toBe('believed');
    expect(await judge({ requests: [ofClose({}, { askedLots: null })] }, true)).toBe('terms');
  });
});

test('after an order that was too late the time is asked for again', () => {
  const { context, acceptance } = aDesk();
  acceptance.setClock(new AppError('ORDER_PRICE_MOVED'));
  expect(context.api.callsOf('serverTime')).toHaveLength(0);
  acceptance.setClock(new AppError('ORDER_CLOCK_AHEAD'));
  expect(context.api.callsOf('serverTime')).toHaveLength(1);
});
