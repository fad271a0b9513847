import { expect, test } from '@jest/globals';
import { aBookFrame } from '../../../testkit/builders';
import { bookRows, lastMove, narrowScaleOf, quantityScaleOf } from './bookRows';

test('sums grow from the touch outwards; the bars are shares of the larger side', () => {
  const { bids, asks, spread } = bookRows(aBookFrame(), 3);
  expect(bids).toEqual([
    { price: '61230.4', quantity: '0.25', sum: '0.25', share: 0.108 },
    { price: '61229.1', quantity: '0.5', sum: '0.75', share: 0.324 },
    { price: '61227.85', quantity: '1.125', sum: '1.875', share: 0.81 },
  ]);
  expect(asks.map(({ sum, share }) => [sum, share])).toEqual([
    ['0.75', 0.324],
    ['2.25', 0.972],
    ['2.3125', 1],
  ]);
  expect(spread).toBe('0.2');
});

test('only as many levels as are shown count', () => {
  const { bids, asks } = bookRows(aBookFrame(), 1);
  expect([bids.length, asks.length, asks[0]?.share]).toEqual([1, 1, 1]);
});

test('an empty side: no rows, no spread', () => {
  const { bids, asks, spread } = bookRows(aBookFrame({ bids: [] }), 3);
  expect([bids, asks.length, spread]).toEqual([[], 3, undefined]);
  expect(bookRows(aBookFrame({ bids: [], asks: [] }), 3)).toEqual({ bids: [], asks: [], spread: undefined });
});

test('as many decimals as the finest quantity', () => {
  expect(quantityScaleOf(['1', '0.25', '3.0625'])).toBe(4);
  expect(quantityScaleOf([])).toBe(0);
});

test('in a narrow column about four digits of a usual quantity', () => {
  expect(narrowScaleOf(['0.25123', '1.12001'])).toBe(3);
  expect(narrowScaleOf(['12.5123', '26.0001'])).toBe(2);
  expect(narrowScaleOf(['75000.5', '1250'])).toBe(0);
  expect(narrowScaleOf(['1', '2'])).toBe(0);
  expect(narrowScaleOf([])).toBe(0);
});

test('the last price moved against the last other price; one price alone has no way', () => {
  const trade = (seq: number, price: string) => ({ seq, atMs: seq, price, quantity: '1', side: 'sell' as const });
  expect(lastMove([trade(3, '101'), trade(2, '101'), trade(1, '100')])).toBe('up');
  expect(lastMove([trade(3, '99.5'), trade(1, '100')])).toBe('down');
  expect(lastMove([trade(3, '101'), trade(2, '101')])).toBeUndefined();
  expect(lastMove([])).toBeUndefined();
});
