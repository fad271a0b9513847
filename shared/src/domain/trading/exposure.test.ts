import { amount, toText } from '../money';
import { exposureLeft, exposureLimitOf } from './exposure';

const limits = [
  { leverage: 20, notional: amount('2000000') },
  { leverage: 100, notional: amount('500000') },
];

it.each([
  [1, '2000000'],
  [20, '2000000'],
  [21, '500000'],
  [100, '500000'],
  [200, '500000'],
])('at %i times at most %s', (leverage, expected) => {
  expect(toText(exposureLimitOf(limits, leverage))).toBe(expected);
});

it.each([
  [100, '0', '500000'],
  [100, '499999.99', '0.01'],
  // Accepted at a lower leverage, or under other terms: nothing is left, and it is not below zero.
  [100, '1500000', '0'],
  [20, '1500000', '500000'],
])('at %i times with %s at stake %s are left', (leverage, exposure, left) => {
  expect(toText(exposureLeft(limits, leverage, amount(exposure)))).toBe(left);
});
