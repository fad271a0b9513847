import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { QueryClient, QueryClientProvider } from '@tessera/shared/kernel';
import { RemoteContextProvider } from '@tessera/shared/react';
import { aSymbol, fakeContext, signedInDemo, testStartMs } from '@tessera/shared/testing';
import { useMarkets } from './useMarkets';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

async function watch({ told, symbols = [aSymbol()] }: { readonly told?: number; readonly symbols?: readonly SymbolInfo[] } = {}) {
  const context = fakeContext({ remote: 'trade', session: signedInDemo });
  const answer = (version: number, listed: readonly SymbolInfo[] = symbols) =>
    context.api.respond('coinList', { version, symbols: [...listed], assets: [] });
  answer(1);
  context.quotes.catalogVersion.next(told);
  const states: (string | undefined)[] = [];
  function Watcher() {
    const state = useMarkets().symbols[0]?.market.state;
    if (states.at(-1) !== state) states.push(state);
    return null;
  }
  const pass = (ms: number) =>
    act(async () => {
      context.clock.advance(ms);
      await jest.advanceTimersByTimeAsync(ms);
    });
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RemoteContextProvider context={context}>
        <Watcher />
      </RemoteContextProvider>
    </QueryClientProvider>,
  );
  await pass(0);
  return {
    ...{ answer, pass, states, unmount },
    reads: () => context.api.callsOf('coinList').length,
    tell: (version: number) => act(() => context.quotes.catalogVersion.next(version)),
    turn: (connection: 'live' | 'reconnecting') => act(() => context.quotes.connection.next(connection)),
  };
}

test('beside a socket that tells of versions the catalogue is read once; in intervals while the socket is down', async () => {
  const of = await watch({ told: 1 });
  await of.pass(600_000);
  expect(of.reads()).toBe(1);
  of.turn('reconnecting');
  await of.pass(60_000);
  expect(of.reads()).toBe(2);
  of.turn('live');
  await of.pass(600_000);
  expect(of.reads()).toBe(2);
  of.unmount();
});

test('a newer version: asked at once, and again until the answer is of that version', async () => {
  const of = await watch({ told: 1 });
  of.tell(2);
  await of.pass(0);
  expect(of.reads()).toBe(2);
  of.answer(2);
  await of.pass(5000);
  expect(of.reads()).toBe(3);
  await of.pass(600_000);
  expect(of.reads()).toBe(3);
  of.unmount();
});

test('a host that does not tell: in intervals, as ever', async () => {
  const of = await watch();
  await of.pass(60_000);
  expect(of.reads()).toBe(2);
  of.unmount();
});

test('a market opens at the instant that the catalogue named: asked then, and again until it says so', async () => {
  const opensAtMs = testStartMs + 3_600_000;
  const closed = aSymbol({ market: { state: 'closed', nextChangeAtMs: opensAtMs } });
  const of = await watch({ told: 1, symbols: [aSymbol(), closed] });
  await of.pass(3_599_000);
  expect(of.reads()).toBe(1);
  await of.pass(1000);
  expect(of.reads()).toBe(2);
  of.answer(1, [aSymbol({ market: { state: 'trading', nextChangeAtMs: opensAtMs + 3_600_000 } })]);
  await of.pass(5000);
  expect(of.reads()).toBe(3);
  await of.pass(600_000);
  expect(of.reads()).toBe(3);
  of.unmount();
});
