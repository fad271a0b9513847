import { aLeverageOrder } from '@tessera/shared/testing';
import { foldLeverage, openPositions, outcomeOf, pendingOrders, type LeverageById } from './orderFold';

const none: LeverageById = new Map();
const fold = (...orders: readonly ReturnType<typeof aLeverageOrder>[]) => orders.reduce(foldLeverage, none);
const statuses = (orders: LeverageById) => [...orders.values()].map(({ status, openLots }) => `${status} ${openLots}`);

describe('leveraged orders', () => {
  it('closed before the list was read: stays closed', () => {
    expect(openPositions(fold(aLeverageOrder({ status: 'closed', openLots: '0' }), aLeverageOrder()))).toEqual([]);
  });
  it('an older word of a position that was reduced changes nothing', () => {
    expect(statuses(fold(aLeverageOrder({ openLots: '0.1' }), aLeverageOrder({ status: 'closing' })))).toEqual(['open 0.1']);
  });
  it('closing that found no price is open again', () => {
    expect(statuses(fold(aLeverageOrder({ status: 'closing' }), aLeverageOrder()))).toEqual(['open 0.2']);
  });
  it('pending ones stand apart, the newest first', () => {
    const orders = fold(
      aLeverageOrder({ id: 'a', status: 'pending', acceptedAtMs: 1 }),
      aLeverageOrder({ id: 'b', status: 'pending', acceptedAtMs: 2 }),
      aLeverageOrder({ id: 'c' }),
    );
    expect(pendingOrders(orders).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(openPositions(orders).map(({ id }) => id)).toEqual(['c']);
  });
});

describe('what a new state means', () => {
  const pending = aLeverageOrder({ status: 'pending', openPrice: null });
  const open = aLeverageOrder();
  const closing = aLeverageOrder({ status: 'closing' });
  const cancelled = (cancelReason: 'user' | 'no_tick') => aLeverageOrder({ status: 'cancelled', cancelReason });
  const closed = (closeReason: 'user' | 'liquidation') => aLeverageOrder({ status: 'closed', openLots: '0', closeReason });
  it.each([
    ['pending to open', pending, open, true, 'opened'],
    ['an order of another device opens', undefined, open, true, 'opened'],
    ['an order of another device is accepted', undefined, pending, false, undefined],
    ['no price came', pending, cancelled('no_tick'), false, 'cancelled'],
    ['cancelled by the person', pending, cancelled('user'), false, undefined],
    ['part was closed', closing, aLeverageOrder({ openLots: '0.05' }), true, 'reduced'],
    ['no price came for the close', closing, open, false, 'closeFailed'],
    ['closed by the person', closing, closed('user'), true, 'closed'],
    ['liquidated', open, closed('liquidation'), true, 'ended'],
    ['only a stop was changed', open, aLeverageOrder({ stopLoss: '60000' }), false, undefined],
    ['the same end said twice', closed('user'), closed('user'), true, undefined],
  ] as const)('%s', (_, before, now, hasDeals, expected) => {
    expect(outcomeOf(before, now, hasDeals)).toBe(expected);
  });
});
