import { aLeverageOrder, aSecondsOrder, aSettledSecondsOrder } from '@tessera/shared/testing';
import { foldLeverage, foldSeconds } from './ownOrderFold';

const ids = (orders: readonly { readonly id: string }[]) => orders.map(({ id }) => id);

describe('own orders', () => {
  test('an event about a listed order replaces it, one about another adds it', () => {
    const { positions } = foldLeverage(
      [aLeverageOrder()],
      [aLeverageOrder({ stopLoss: '60000' }), aLeverageOrder({ id: 'lever-9' })],
    );
    expect(positions.map(({ id, stopLoss }) => `${id} ${stopLoss}`)).toEqual(['lever-1 60000', 'lever-9 null']);
  });

  test('a pending order that opened is a position; one that closed is gone', () => {
    const pending = aLeverageOrder({ status: 'pending', openPrice: null });
    expect(ids(foldLeverage([pending], []).pending)).toEqual(['lever-1']);
    expect(foldLeverage([pending], [aLeverageOrder()])).toMatchObject({ positions: [{ id: 'lever-1' }], pending: [] });
    expect(foldLeverage([aLeverageOrder()], [aLeverageOrder({ status: 'closed' })])).toEqual({ positions: [], pending: [] });
  });

  test('an older word does not bring an order back', () => {
    const late = aLeverageOrder({ status: 'pending', openPrice: null });
    expect(foldLeverage([aLeverageOrder({ status: 'closed' })], [late])).toEqual({ positions: [], pending: [] });
  });

  test('seconds orders leave when they are settled', () => {
    expect(ids(foldSeconds([aSecondsOrder()], []))).toEqual(['order-1']);
    expect(foldSeconds([aSecondsOrder()], [aSettledSecondsOrder()])).toEqual([]);
    expect(foldSeconds([aSettledSecondsOrder()], [aSecondsOrder()])).toEqual([]);
  });
});
