import { amount, price, toText } from '@tessera/shared/money';
import { aForexPosition, aLeverageOrder } from '@tessera/shared/testing';
import { closeEstimate, shareOfLots } from './closing';

it.each([
  ['0.2', '0.25', '0.001', '0.05'],
  ['0.07', '0.5', '0.02', '0.02'],
  ['0.01', '0.25', '0.01', '0'],
  ['0.015', '1', '0.01', '0.015'],
] as const)('%s lots, share %s, step %s: %s', (openLots, share, step, expected) => {
  expect(toText(shareOfLots(amount(openLots), share, amount(step)))).toBe(expected);
});
it('half of a long: half the difference to the bid, and the fee of that half', () => {
  const estimate = closeEstimate(aLeverageOrder(), amount('0.1'), { tickPrice: price('61500'), divisor: price('1'), scale: 6 });
  expect([toText(estimate!.at), toText(estimate!.profit), toText(estimate!.fee)]).toEqual(['61499.6', '49.96', '3.07498']);
});
it('a short closes at the ask', () => {
  const estimate = closeEstimate(aForexPosition(), amount('0.5'), { tickPrice: price('1.09'), divisor: price('1'), scale: 6 });
  expect([toText(estimate!.at), toText(estimate!.profit)]).toEqual(['1.09004', '-246']);
});
