import { aFilledSpotOrder, aSpotOrder } from '@tessera/shared/testing';
import { foldSpot, openSpotOrders, outcomeOf, type SpotById } from './orderFold';

const none: SpotById = new Map();
const partial = aSpotOrder({ status: 'partial', filled: '0.004' });

describe('spot orders', () => {
  it('an order that was filled before the list was read stays filled', () => {
    expect(openSpotOrders(foldSpot(foldSpot(none, aFilledSpotOrder()), aSpotOrder()))).toEqual([]);
  });
  it('an older part does not undo a newer one', () => {
    const orders = foldSpot(none, aSpotOrder({ status: 'partial', filled: '0.006' }));
    expect(foldSpot(orders, partial)).toBe(orders);
  });
  it('the same word twice changes nothing', () => {
    const once = foldSpot(none, partial);
    expect(foldSpot(once, aSpotOrder({ status: 'partial', filled: '0.004' }))).toBe(once);
  });
  it('parts grow, also while it is being cancelled', () => {
    const orders = [
      partial,
      aSpotOrder({ status: 'cancelling', filled: '0.004' }),
      aSpotOrder({ status: 'cancelling', filled: '0.007' }),
    ].reduce(foldSpot, none);
    expect(openSpotOrders(orders).map(({ status, filled }) => [status, filled])).toEqual([['cancelling', '0.007']]);
  });
  it('a request to cancel that was overtaken by a fill keeps the fill', () => {
    const orders = foldSpot(none, aSpotOrder({ status: 'partial', filled: '0.006' }));
    expect(foldSpot(orders, aSpotOrder({ status: 'cancelling', filled: '0.004' }))).toBe(orders);
  });
  it('the newest stands first', () => {
    const orders = [aSpotOrder({ id: '1', acceptedAtMs: 5 }), aSpotOrder({ id: '2', acceptedAtMs: 9 })].reduce(foldSpot, none);
    expect(openSpotOrders(orders).map(({ id }) => id)).toEqual(['2', '1']);
  });
});

describe('what is told', () => {
  const before = aSpotOrder();
  it.each([
    ['filled whole', before, aFilledSpotOrder(), 'filled'],
    ['the first part', before, partial, 'partly'],
    ['a further part', partial, aSpotOrder({ status: 'partial', filled: '0.005' }), undefined],
    ['cancelled as asked', before, aSpotOrder({ status: 'cancelled', endReason: 'user' }), 'cancelled'],
    ['the price moved', before, aSpotOrder({ status: 'rejected', endReason: 'price_moved' }), 'notFilled'],
    ['no price came', before, aSpotOrder({ status: 'rejected', endReason: 'no_tick' }), 'notFilled'],
    ['ended at the cap', before, aSpotOrder({ status: 'cancelled', endReason: 'slippage_cap', filled: '0.004' }), 'partly'],
    ['never seen before', undefined, aFilledSpotOrder(), undefined],
    ['told already', aFilledSpotOrder(), aFilledSpotOrder(), undefined],
    ['being cancelled', before, aSpotOrder({ status: 'cancelling' }), undefined],
  ] as const)('%s', (_, known, now, outcome) => {
    expect(outcomeOf(known, now)).toBe(outcome);
  });
});
