import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { RunningOrder } from '@tessera/shared/federation';
import { aSecondsOrder, aSettledSecondsOrder, fakeContext, testStartMs } from '@tessera/shared/testing';
import { followRunningOrders } from './followRunningOrders';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const totals = { stake: '0', fee: '0', profit: '0', won: 0, lost: 0, returned: 0 };
const list = (items: ReturnType<typeof aSecondsOrder>[]) => ({ items, page: 1, pageSize: 100, total: items.length, totals });

function setUp() {
  const { api, session, clock, privateEvents$ } = fakeContext();
  api.respond('secondsOrders', list([aSecondsOrder({ id: 'crypto-1' })]));
  api.respond('secondsWhOrders', list([aSecondsOrder({ id: 'forex-1', symbol: 'EUR-USD' })]));
  const running = new BehaviorSubject<readonly RunningOrder[]>([]);
  const subscription = followRunningOrders({ running, session: session.state, events$: privateEvents$, api, clock });
  return { api, session, clock, privateEvents$, subscription, ids: () => running.value.map(({ id }) => id) };
}
const event = (order: ReturnType<typeof aSecondsOrder>) =>
  ({ type: 'order.updated', seq: 1, mode: 'demo', atMs: testStartMs, order }) as const;

it('on launch: the open orders of both kinds are read, after the first page', async () => {
  const { ids, api, subscription } = setUp();
  expect(api.calls).toHaveLength(0);
  await jest.advanceTimersByTimeAsync(2500);
  expect(ids()).toEqual(['crypto-1', 'forex-1']);
  subscription.unsubscribe();
});

it('accepted, then settled: comes and goes by the events', () => {
  const { ids, privateEvents$, subscription } = setUp();
  privateEvents$.next(event(aSecondsOrder()));
  privateEvents$.next(event(aSecondsOrder({ status: 'settling' })));
  expect(ids()).toEqual(['order-1']);
  privateEvents$.next(event(aSettledSecondsOrder()));
  expect(ids()).toEqual([]);
  subscription.unsubscribe();
});

it('no event ever says that it is settled: dropped a minute after its expiry', async () => {
  const { ids, privateEvents$, clock, subscription } = setUp();
  privateEvents$.next(event(aSecondsOrder({ expiresAtMs: testStartMs + 30_000 })));
  clock.advance(90_001);
  jest.advanceTimersByTime(15_000);
  expect(ids()).not.toContain('order-1');
  subscription.unsubscribe();
});

it('signed out before it was read: nothing is asked', async () => {
  const { api, session, subscription } = setUp();
  session.set({ isSignedIn: false, userId: undefined });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(api.calls).toHaveLength(0);
  subscription.unsubscribe();
});
