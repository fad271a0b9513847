import { aSecondsOrder, aSettledSecondsOrder } from '@tessera/shared/testing';
import { foldOrder, runningOrders, type OrdersById } from './orderFold';

const none: OrdersById = new Map();

describe('running orders', () => {
  it('an order that settled before the list was read stays settled', () => {
    const settled = foldOrder(none, aSettledSecondsOrder());
    expect(runningOrders(foldOrder(settled, aSecondsOrder({ status: 'running' })))).toEqual([]);
  });
  it('the same word twice changes nothing', () => {
    const once = foldOrder(none, aSecondsOrder({ status: 'running' }));
    expect(foldOrder(once, aSecondsOrder({ status: 'running' }))).toBe(once);
  });
  it('accepted becomes running', () => {
    const orders = foldOrder(foldOrder(none, aSecondsOrder({ status: 'accepted' })), aSecondsOrder({ status: 'running' }));
    expect(runningOrders(orders).map(({ status }) => status)).toEqual(['running']);
  });
  it('the first to expire stands first', () => {
    const later = aSecondsOrder({ id: 'later', expiresAtMs: 9000 });
    const sooner = aSecondsOrder({ id: 'sooner', expiresAtMs: 4000 });
    expect(runningOrders(foldOrder(foldOrder(none, later), sooner)).map(({ id }) => id)).toEqual(['sooner', 'later']);
  });
});
