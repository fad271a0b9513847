import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import type { SpotOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { QueryClient, QueryClientProvider } from '@tessera/shared/kernel';
import { RemoteContextProvider } from '@tessera/shared/react';
import { aSpotOrder, fakeContext, signedInDemo, testStartMs } from '@tessera/shared/testing';
import { useSpotOrders, type SpotOrders } from '../../products/spot/useOrders';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const listOf = (items: readonly SpotOrder[]) => ({
  ...{ items: [...items], page: 1, pageSize: 100, total: items.length },
  totals: { bought: '0', sold: '0', fee: '0' },
});

async function watch(open: readonly SpotOrder[]) {
  const context = fakeContext({ remote: 'trade', session: signedInDemo });
  context.api.respond('spotOrders', listOf(open));
  const outcomes: [string, string][] = [];
  let latest: SpotOrders | undefined;
  function Watcher() {
    latest = useSpotOrders((outcome, { id }) => void outcomes.push([id, outcome]));
    return null;
  }
  const pass = (ms: number) =>
    act(async () => {
      context.clock.advance(ms);
      await jest.advanceTimersByTimeAsync(ms);
    });
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <RemoteContextProvider context={context}>
        <Watcher />
      </RemoteContextProvider>
    </QueryClientProvider>,
  );
  await pass(0);
  return {
    ...{ context, pass, outcomes, unmount: () => view.unmount() },
    reads: () => context.api.callsOf('spotOrders').length,
    openIds: () => latest?.open.map(({ id }) => id),
    state: () => latest?.loadable.state,
    turn: (connection: 'live' | 'reconnecting') => act(() => context.quotes.connection.next(connection)),
    async say(order: SpotOrder) {
      act(() => context.privateEvents$.next({ type: 'spot.updated', seq: 1, mode: 'demo', atMs: testStartMs, order } as never));
      await pass(0);
    },
  };
}
const waiting = aSpotOrder({ id: 'a' });

test('beside a living socket it is read once; in intervals while the socket is down, and once when it is back', async () => {
  const of = await watch([waiting]);
  await of.pass(180_000);
  expect(of.reads()).toBe(1);
  of.turn('reconnecting');
  await of.pass(60_000);
  expect(of.reads()).toBe(2);
  of.turn('live');
  await of.pass(180_000);
  expect(of.reads()).toBe(3);
  of.unmount();
});

test('an event changes the list without a reading; its end is told once and is no longer open', async () => {
  const of = await watch([waiting]);
  await of.say(aSpotOrder({ id: 'b', clientOrderId: crypto.randomUUID() }));
  expect(new Set(of.openIds())).toEqual(new Set(['a', 'b']));
  expect(of.reads()).toBe(1);
  const filled = aSpotOrder({ id: 'a', status: 'filled', filled: waiting.quantity ?? '0' });
  await of.say(filled);
  await of.say(filled);
  expect(of.openIds()).toEqual(['b']);
  expect(of.outcomes).toEqual([['a', 'filled']]);
  of.unmount();
});

test('a reading that began before an event does not bring back what ended meanwhile', async () => {
  const of = await watch([waiting]);
  const answer = of.context.api.hold('spotOrders');
  of.turn('reconnecting');
  of.turn('live');
  await of.pass(0);
  await of.say(aSpotOrder({ id: 'a', status: 'filled', filled: waiting.quantity ?? '0' }));
  await act(async () => answer(listOf([waiting])));
  await of.pass(0);
  expect(of.openIds()).toEqual([]);
  of.unmount();
});

test('open before and missing from a complete reading: asked for by its id, and its end is told', async () => {
  const of = await watch([waiting]);
  of.context.api.respond('spotOrders', listOf([]));
  of.context.api.respond('spotFind', {
    order: aSpotOrder({ id: 'a', status: 'filled', filled: waiting.quantity ?? '0' }),
  });
  act(() => of.context.privateEvents$.next({ type: 'resync' }));
  await of.pass(0);
  await of.pass(0);
  expect(of.outcomes).toEqual([['a', 'filled']]);
  of.unmount();
});

test('an event is no answer to a reading that failed: it is read again', async () => {
  const of = await watch([waiting]);
  of.context.api.respond('spotOrders', new AppError('REQUEST_EXCEPTION'));
  act(() => of.context.privateEvents$.next({ type: 'resync' }));
  await of.pass(30_000);
  expect(of.state()).toBe('failed');
  of.context.api.respond('spotOrders', listOf([waiting]));
  const before = of.reads();
  await of.say(aSpotOrder({ id: 'b', clientOrderId: crypto.randomUUID() }));
  expect(of.reads()).toBe(before + 1);
  of.unmount();
});
