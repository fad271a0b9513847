import { expect, it } from '@jest/globals';
import type { EndpointRequest, FeedDay, Tick } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { createFakeApi } from '@tessera/shared/testing';
import { publishedTicks } from './publishedTicks';

const dayAtMs = Date.UTC(2026, 0, 5);
const day: FeedDay = { day: '2026-01-05', source: 'simulated', seedHash: null, seed: null, opening: {} };
const hash = '0'.repeat(64);
const tick = (seq: number, atMs: number): Tick => ({
  symbol: 'BTC-USDT',
  seq,
  atMs,
  price: String(seq),
  hash,
  previousHash: hash,
});
const never = new AbortController().signal;

async function read(answers: readonly { readonly ticks: Tick[]; readonly hasMore: boolean }[]) {
  const api = createFakeApi();
  const asked: EndpointRequest<'tickRange'>[] = [];
  api.respond('tickRange', (request) => {
    const answer = answers[asked.length];
    asked.push(request);
    return { symbol: 'BTC-USDT', ...(answer ?? { ticks: [], hasMore: false }) };
  });
  const batches: (readonly { readonly price: string }[])[] = [];
  for await (const batch of publishedTicks(api)(day, 'BTC-USDT', never)) batches.push(batch);
  return { asked, prices: batches.map((batch) => batch.map(({ price }) => price)) };
}

it('page by page from the day’s first tick to its last, and not into the next day', async () => {
  const { asked, prices } = await read([
    { ticks: [tick(7, dayAtMs), tick(8, dayAtMs + 250)], hasMore: true },
    { ticks: [tick(9, dayAtMs + 500), tick(10, dayAtMs + 86_400_000)], hasMore: true },
  ]);
  expect(prices).toEqual([['7', '8'], ['9']]);
  expect(asked).toEqual([
    { symbol: 'BTC-USDT', fromMs: dayAtMs, limit: 1000 },
    { symbol: 'BTC-USDT', fromSeq: 9, limit: 1000 },
  ]);
});

it('ticks that were filled in are told: they end no pause', async () => {
  const api = createFakeApi();
  const ticks = [tick(7, dayAtMs), { ...tick(8, dayAtMs + 250), isFilled: true }];
  api.respond('tickRange', () => ({ symbol: 'BTC-USDT', ticks, hasMore: false }));
  const filled: unknown[] = [];
  for await (const batch of publishedTicks(api)(day, 'BTC-USDT', never)) filled.push(...batch.map(({ isFilled }) => isFilled));
  expect(filled).toEqual([false, true]);
});

it('a day that is forgotten has none', async () => {
  expect((await read([{ ticks: [tick(90, dayAtMs + 8 * 86_400_000)], hasMore: true }])).prices).toEqual([]);
});

it('waits when it is asked to, and no longer than somebody wants it', async () => {
  const api = createFakeApi();
  const life = new AbortController();
  api.respond('tickRange', () => {
    life.abort();
    return new AppError('TOO_MANY_REQUESTS', { params: { seconds: '30' } });
  });
  const pages = publishedTicks(api)(day, 'BTC-USDT', life.signal)[Symbol.asyncIterator]();
  await expect(pages.next()).rejects.toMatchObject({ code: expect.any(String) });

  const second = createFakeApi();
  let count = 0;
  second.respond('tickRange', () => {
    count += 1;
    if (count === 1) return new AppError('TOO_MANY_REQUESTS', { params: { seconds: '0.01' } });
    return { symbol: 'BTC-USDT', ticks: [tick(7, dayAtMs)], hasMore: false };
  });
  const patient = publishedTicks(second)(day, 'BTC-USDT', never)[Symbol.asyncIterator]();
  expect((await patient.next()).value).toHaveLength(1);
});
