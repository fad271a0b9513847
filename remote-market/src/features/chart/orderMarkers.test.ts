import { EMPTY } from '@tessera/shared/kernel';
import { aLeverageOrder, aSecondsOrder } from '@tessera/shared/testing';
import { orderMarkers, type LineTexts } from './orderMarkers';

const texts: LineTexts = {
  position: (direction, lots) => `${direction} ${lots}`,
  pending: (direction, lots) => `limit ${direction} ${lots}`,
  stop: (kind, price) => `${kind} ${price}`,
  seconds: (direction, seconds) => `${direction} ${seconds} s`,
};
const none = { positions: [], pending: [], seconds: [] };
const lines = (orders: Partial<Parameters<typeof orderMarkers>[0]>) =>
  orderMarkers({ ...none, ...orders }, texts, () => EMPTY).prices.map(({ price, label, tone }) => `${price}: ${label} (${tone})`);

describe('lines of own orders', () => {
  test('a position: its opening with the lots that are still open, its stops, its liquidation', () => {
    const order = aLeverageOrder({ openLots: '0.15', takeProfit: '63000', stopLoss: '60000' });
    expect(lines({ positions: [order] })).toEqual([
      '61000: long 0.15 (long)',
      '63000: takeProfit 63000 (profit)',
      '60000: stopLoss 60000 (loss)',
      '58255: liquidation 58255 (danger)',
    ]);
  });

  test('what is not set has no line', () => {
    expect(lines({ positions: [aLeverageOrder({ liquidationPrice: null, direction: 'short' })] })).toEqual([
      '61000: short 0.2 (short)',
    ]);
  });

  test('a pending limit stands at its limit; a market order on its way nowhere', () => {
    const pending = aLeverageOrder({ id: 'p', status: 'pending', entrustment: 'limit', openPrice: null, limitPrice: '60500' });
    expect(lines({ pending: [pending, aLeverageOrder({ id: 'm', status: 'pending', openPrice: null })] })).toEqual([
      '60500: limit long 0.2 (neutral)',
    ]);
  });

  test('a seconds order: its entry as a line and as a point, once there is one', () => {
    const { prices, points } = orderMarkers(
      { ...none, seconds: [aSecondsOrder(), aSecondsOrder({ id: 'new', status: 'accepted', entry: null })] },
      texts,
      () => EMPTY,
    );
    expect(prices.map(({ price }) => price)).toEqual(['61231.00']);
    expect(points).toMatchObject([{ id: 'order-1', price: '61231.00' }]);
  });
});
