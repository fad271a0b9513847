import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { act, render } from '@testing-library/react';
import { AppError } from '../../domain/errors';
import { fakeContext, testStartMs } from '../../testkit';
import { aBookFrame } from '../../testkit/builders';
import { RemoteContextProvider } from './RemoteContextProvider';
import { bookStaleAfterMs, slowFrameMs } from './bookStates';
import { useBook, type BookResult } from './useBook';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function show(first: string | undefined = 'BTC-USDT') {
  const context = fakeContext();
  const renders: (readonly [string | undefined, BookResult['book']])[] = [];
  let latest: BookResult | undefined;
  function Panel({ symbol }: { readonly symbol: string | undefined }) {
    latest = useBook(symbol);
    renders.push([symbol, latest.book]);
    return null;
  }
  const element = (symbol: string | undefined) => (
    <RemoteContextProvider context={context}>
      <Panel symbol={symbol} />
    </RemoteContextProvider>
  );
  const view = render(element(first));
  const wait = (ms: number) =>
    act(async () => {
      context.clock.advance(ms);
      await jest.advanceTimersByTimeAsync(ms);
    });
  return {
    context,
    wait,
    renders,
    turnTo: (symbol: string | undefined) => view.rerender(element(symbol)),
    emit: (change: Parameters<typeof aBookFrame>[0] = {}) => act(() => context.quotes.emitBook(aBookFrame(change))),
    book: () => latest?.book,
    retry: () => act(() => latest?.retry()),
    unmount: () => view.unmount(),
  };
}

const depthOf = (symbol: string, seq: number) =>
  ({ symbol, seq, atMs: testStartMs, bids: [['61230.4', '0.25']], asks: [['61230.6', '0.75']], isModelled: true }) as never;
const tradesOf = (symbol: string, seq: number) =>
  ({ symbol, trades: [{ seq, atMs: testStartMs, price: '61230.5', quantity: '2', side: 'sell' }], isModelled: true }) as never;

test('a quick socket: loading, then its frame; HTTP is not asked', async () => {
  const { book, emit, wait, context } = show();
  expect(book()).toEqual({ state: 'loading' });
  emit({ seq: 7 });
  expect(book()).toMatchObject({ state: 'ready', data: { seq: 7 } });
  await wait(slowFrameMs * 2);
  expect(context.api.calls).toEqual([]);
});

test('a slow socket: book and trades by HTTP, until a frame comes', async () => {
  const { book, emit, wait, context } = show();
  context.api.respond('depth', ({ symbol }) => depthOf(symbol, 5));
  context.api.respond('recentTrades', ({ symbol }) => tradesOf(symbol, 5));
  await wait(slowFrameMs);
  expect(book()).toMatchObject({ state: 'ready', data: { symbol: 'BTC-USDT', seq: 5, trades: [{ seq: 5, side: 'sell' }] } });
  emit({ seq: 8, atMs: testStartMs + slowFrameMs });
  expect(book()).toMatchObject({ state: 'ready', data: { seq: 8 } });
  await wait(4500);
  expect(context.api.callsOf('depth')).toHaveLength(1);
});

test('no socket at all: HTTP again and again, and the book stays live', async () => {
  const { book, wait, context } = show();
  let seq = 5;
  context.api.respond('depth', ({ symbol }) => ({ ...(depthOf(symbol, seq++) as object), atMs: context.clock.now() }) as never);
  context.api.respond('recentTrades', ({ symbol }) => tradesOf(symbol, seq));
  await wait(slowFrameMs);
  await wait(4000);
  await wait(4000);
  expect(context.api.callsOf('depth')).toHaveLength(3);
  expect(book()).toMatchObject({ state: 'ready', data: { seq: 7 } });
});

test('neither socket nor HTTP: failed; a frame still heals it, and so does a retry', async () => {
  const { book, emit, wait, retry, context } = show();
  context.api.respond('depth', new AppError('NETWORK_TIMEOUT', { isRetryable: true }));
  context.api.respond('recentTrades', new AppError('NETWORK_TIMEOUT', { isRetryable: true }));
  await wait(slowFrameMs);
  expect(book()).toMatchObject({ state: 'failed', error: { code: 'NETWORK_TIMEOUT' } });
  retry();
  expect(book()).toEqual({ state: 'loading' });
  await wait(slowFrameMs);
  expect(book()).toMatchObject({ state: 'failed' });
  emit({ seq: 9, atMs: context.clock.now() });
  expect(book()).toMatchObject({ state: 'ready', data: { seq: 9 } });
});

test('five seconds without a frame: stale since the tick of the book; the next frame is live again', async () => {
  const { book, emit, wait } = show();
  emit({ seq: 7 });
  await wait(bookStaleAfterMs);
  expect(book()).toMatchObject({ state: 'ready' });
  await wait(1000);
  expect(book()).toMatchObject({ state: 'stale', sinceMs: testStartMs, data: { seq: 7 } });
  emit({ seq: 8, atMs: testStartMs + 6000 });
  expect(book()).toMatchObject({ state: 'ready', data: { seq: 8 } });
});

test('a first frame with the book of an hour ago is stale at once', () => {
  const { book, emit } = show();
  emit({ seq: 7, atMs: testStartMs - 3_600_000 });
  expect(book()).toMatchObject({ state: 'stale', sinceMs: testStartMs - 3_600_000 });
});

test.each(['reconnecting', 'offline'] as const)('%s: stale at once; live again with the connection', (lost) => {
  const { book, emit, context } = show();
  emit({ seq: 7 });
  act(() => context.quotes.connection.next(lost));
  expect(book()).toMatchObject({ state: 'stale', data: { seq: 7 } });
  act(() => context.quotes.connection.next('live'));
  expect(book()).toMatchObject({ state: 'ready' });
});

test('another symbol: not one render shows the book of before', () => {
  const { book, emit, turnTo, renders } = show();
  emit({ seq: 7 });
  turnTo('ETH-USDT');
  expect(book()).toEqual({ state: 'loading' });
  emit({ seq: 99 });
  expect(book()).toEqual({ state: 'loading' });
  emit({ symbol: 'ETH-USDT', seq: 3 });
  expect(book()).toMatchObject({ state: 'ready', data: { symbol: 'ETH-USDT' } });
  turnTo('BTC-USDT');
  for (const [symbol, shown] of renders) if ('data' in shown && shown.data !== undefined) expect(shown.data.symbol).toBe(symbol);
  expect(book()).toEqual({ state: 'loading' });
});

test('a closed panel is idle and asks nothing; opened again it begins anew', async () => {
  const { book, emit, turnTo, wait, renders, context } = show();
  emit({ seq: 7 });
  turnTo(undefined);
  expect(book()).toEqual({ state: 'idle' });
  await wait(slowFrameMs * 2);
  expect(context.api.calls).toEqual([]);
  const before = renders.length;
  turnTo('BTC-USDT');
  expect(renders.slice(before).map(([, shown]) => shown.state)).not.toContain('ready');
});

test('leaving the page while HTTP is asked aborts the calls', async () => {
  const { wait, unmount, context } = show();
  context.api.hold('depth');
  context.api.hold('recentTrades');
  await wait(slowFrameMs);
  const signals = context.api.calls.map(({ options }) => options.signal?.aborted);
  expect(signals).toEqual([false, false]);
  unmount();
  expect(context.api.calls.map(({ options }) => options.signal?.aborted)).toEqual([true, true]);
});
