import { amount, price, toText } from '@tessera/shared/money';
import { aForexPosition, aLeverageOrder } from '@tessera/shared/testing';
import { positionFigures, sumKnown } from './positionFigures';

const at = (tickPrice: string, divisor = '1') => [price(tickPrice), { divisor: price(divisor), scale: 6 }] as const;

it('a long is worth its bid, a short its ask', () => {
  const long = positionFigures(aLeverageOrder(), ...at('61500'));
  expect([toText(long!.mark), toText(long!.profit), toText(long!.rate!)]).toEqual(['61499.6', '99.92', '0.1638']);
  const short = positionFigures(aForexPosition(), ...at('1.085'));
  expect([toText(short!.mark), toText(short!.profit)]).toEqual(['1.08504', '4']);
});
it('in yen: divided by the dollar in yen', () => {
  const order = aForexPosition({ symbol: 'USD-JPY', direction: 'long', openPrice: '154', spreadBelow: '0.02' });
  expect(toText(positionFigures(order, ...at('155.02', '155.02'))!.profit)).toBe('322.539027');
});
it('a pending order has no worth', () => {
  expect(positionFigures(aLeverageOrder({ status: 'pending', openPrice: null }), ...at('61500'))).toBeUndefined();
});
it('a sum with an unknown part is unknown', () => {
  expect(sumKnown([amount('1'), undefined])).toBeUndefined();
  expect(toText(sumKnown([amount('1'), amount('-3.5')])!)).toBe('-2.5');
});
