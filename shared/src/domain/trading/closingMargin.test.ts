import { amount, toText } from '../money';
import { isMarginRaised, raisedWithin, requiredMarginOf } from './closingMargin';

/** Friday 21:00 to 22:00 UTC. */
const closingMargin = { leverage: 50, spans: [[8460, 8520]] as const };
const friday = Date.UTC(2026, 10, 20, 21);

it.each([
  [friday - 1, false],
  [friday, true],
  [friday + 3_599_999, true],
  [friday + 3_600_000, false],
  [friday + 7 * 86_400_000, true],
  [friday - 86_400_000, false],
])('at %i raised: %s', (atMs, expected) => {
  expect(isMarginRaised(closingMargin, atMs)).toBe(expected);
});

it.each([
  [200, friday, '400'],
  [100, friday, '200'],
  [50, friday, '100'],
  [10, friday, '100'],
  [200, friday - 1, '100'],
])('100 at %i times at %i count as %3$s', (leverage, atMs, expected) => {
  expect(toText(requiredMarginOf({ margin: amount('100'), leverage, closingMargin }, atMs))).toBe(expected);
  expect(toText(requiredMarginOf({ margin: amount('100'), leverage, closingMargin: undefined }, atMs))).toBe('100');
});

it.each([
  [friday - 3_600_001, undefined],
  [friday - 3_600_000, friday],
  [friday + 3_599_999, friday],
  [friday + 3_600_000, undefined],
  [friday + 7 * 86_400_000 - 1, friday + 7 * 86_400_000],
])('an hour ahead of %i it begins at %s', (nowMs, fromMs) => {
  expect(raisedWithin(closingMargin, nowMs, 3_600_000)).toEqual(
    fromMs === undefined ? undefined : { fromMs, toMs: fromMs + 3_600_000 },
  );
});
