/** Loans by hand figures, and what must hold of every liquidation whatever the prices. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, amount, compare, isNegative, multiply, price, rate, subtract, toText, zero } from '../money';
import {
  hasReached,
  interestOfDays,
  liquidateLoan,
  ltvOf,
  lowerOf,
  meanOf,
  priceAtLevel,
  repaymentOf,
  worthOfCollateral,
  type PledgedPart,
} from './loanMoney';

const btc = (units: string, at: string, mean = at): PledgedPart => ({
  amount: amount(units),
  weight: rate('1'),
  prices: { newest: price(at), mean: price(mean) },
  scale: 8,
  penalty: zero,
});
const owed = amount('1000.5');

test('1,000 at 0.05 % a day are 15.00 in 30 days; a sum that does not come out even loses nothing on its way', () => {
  const terms = { dailyRate: rate('0.0005'), carried: zero };
  expect(toText(interestOfDays(amount('1000'), { ...terms, days: 30 }).interest)).toBe('15');
  let [carried, sum] = [zero, zero];
  for (let day = 0; day < 30; day += 1) {
    const done = interestOfDays(amount('333.333333'), { dailyRate: rate('0.000333'), days: 1, carried });
    carried = done.carried;
    sum = add(sum, done.interest);
  }
  // 333.333333 × 0.000333 × 30 = 3.32999999667
  expect([toText(sum), toText(carried)]).toEqual(['3.329999', '0.00000099667']);
});

/** 0.02 BTC: at 100,000 they are worth 2,000. */
test('LTV, the price of a call at 75 % and of a liquidation at 83 %', () => {
  const worth = worthOfCollateral([btc('0.02', '100000')], lowerOf);
  expect(toText(worth)).toBe('2000');
  expect(toText(ltvOf(owed, worth) ?? rate('0'))).toBe('0.50025');
  const at = (level: string) =>
    priceAtLevel(owed, { coin: btc('0.02', '1'), fixedWorth: zero, level: rate(level), scale: 2 })?.toFixed();
  expect([at('0.75'), at('0.83')]).toEqual(['66700', '60271.08']);
  // The border itself has been reached; a cent above it has not.
  const reached = (text: string, level: string) => hasReached(owed, worthOfCollateral([btc('0.02', text)], lowerOf), rate(level));
  expect([reached('66700', '0.75'), reached('66700.01', '0.75')]).toEqual([true, false]);
  expect([reached('60271.08', '0.83'), reached('60271.09', '0.83')]).toEqual([true, false]);
  expect(hasReached(zero, zero, rate('0.83'))).toBe(false);
  expect(hasReached(amount('0.01'), zero, rate('0.83'))).toBe(true);
  expect(toText(meanOf(price('5'), 3))).toBe('1.666666666666666666');
});

test('a liquidation at 60,000 with 1 % fee sells 0.01684344 BTC, and the rest comes back', () => {
  const { parts, repaid, surplus, insured } = liquidateLoan(owed, [btc('0.02', '60500', '60000')], rate('0.01'));
  expect(parts.map((part) => Object.entries(part).map(([name, value]) => `${name} ${toText(value)}`))).toEqual([
    ['sold 0.01684344', 'gross 1010.6064', 'fee 10.106064', 'penalty 0', 'returned 0.00315656'],
  ]);
  expect([repaid, surplus, insured].map(toText)).toEqual(['1000.5', '0.000336', '0']);
});

test('where it is not enough the house pays what is missing; a treasure order comes last, with its penalty', () => {
  const treasure: PledgedPart = {
    amount: amount('500'),
    weight: rate('0.95'),
    prices: undefined,
    scale: 6,
    penalty: amount('2.5'),
  };
  const { parts, repaid, surplus, insured } = liquidateLoan(owed, [btc('0.01', '50000'), treasure], rate('0.01'));
  expect(parts.map(({ sold, fee, penalty }) => [sold, fee, penalty].map(toText))).toEqual([
    ['0.01', '5', '0'],
    ['500', '0', '2.5'],
  ]);
  expect([repaid, surplus, insured].map(toText)).toEqual(['992.5', '0', '8']);
});

test('interest first, and never more than is owed', () => {
  const debt = { interestOwed: amount('3'), principalOwed: amount('100') };
  const of = (paid: string) => Object.values(repaymentOf(amount(paid), debt)).map(toText);
  expect([of('2'), of('10'), of('500')]).toEqual([
    ['2', '2', '0'],
    ['10', '3', '7'],
    ['103', '3', '100'],
  ]);
});

test('whatever is pledged: nothing appears or vanishes, nobody falls below zero, and no more is sold than is needed', () => {
  const digits = (most: number, scale: number) =>
    fc.integer({ min: 1, max: most }).map((units) => amount((units / 10 ** scale).toFixed(scale).replace(/\.?0+$/, '')));
  const coin = fc.record({
    units: digits(50_000, 4),
    newest: digits(9_000_000, 2),
    mean: digits(9_000_000, 2),
    scale: fc.constantFrom(4, 6, 8),
  });
  fc.assert(
    fc.property(digits(900_000_000, 4), fc.array(coin, { minLength: 1, maxLength: 4 }), (debt, coins) => {
      const pledged = coins.map(({ units, newest, mean, scale }) => ({
        ...{ amount: units, weight: rate('0.9'), scale, penalty: zero },
        prices: { newest: newest as never, mean: mean as never },
      }));
      const { parts, repaid, surplus, insured } = liquidateLoan(debt, pledged, rate('0.01'));
      expect(toText(add(repaid, insured))).toBe(toText(debt));
      const net = parts.reduce((sum, { gross, fee }) => add(sum, subtract(gross, fee)), zero);
      expect(toText(subtract(net, surplus))).toBe(toText(repaid));
      for (const [index, part] of parts.entries()) {
        expect(toText(add(part.sold, part.returned))).toBe(toText(pledged[index]?.amount ?? zero));
        expect([isNegative(part.returned), isNegative(part.gross)]).toEqual([false, false]);
        // A step less of the last one would not have been enough.
        const step = multiply(amount('1'), rate(`0.${'0'.repeat((pledged[index]?.scale ?? 8) - 1)}1`), 8, 'down');
        if (
          compare(insured, zero) === 0 &&
          compare(surplus, zero) > 0 &&
          compare(part.sold, zero) > 0 &&
          index === parts.findLastIndex((one) => compare(one.sold, zero) > 0)
        ) {
          const most = multiply(step, lowerOf(pledged[index]!.prices), 20, 'up');
          expect(compare(surplus, add(most, amount('0.000002')))).toBeLessThanOrEqual(0);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('a coin of which a unit is worth next to nothing is sold at once, not unit by unit', () => {
  const { parts, repaid, insured } = liquidateLoan(owed, [btc('100000000000', '0.0000001')], rate('0.01'));
  expect([parts[0]?.gross, parts[0]?.fee, repaid, insured].map((sum) => toText(sum ?? zero))).toEqual([
    '1010.606061',
    '10.106061',
    '1000.5',
    '0',
  ]);
});

test('what stands still is not sold: it comes back where the others are enough, else it stays locked and the rest is owed on', () => {
  const still = { ...btc('1', '1000'), stands: true };
  const enough = liquidateLoan(amount('99'), [still, btc('1', '200')], rate('0.01'));
  expect(enough.parts.map(({ sold, returned }) => [toText(sold), toText(returned)])).toEqual([
    ['0', '1'],
    ['0.5', '0.5'],
  ]);
  expect([enough.left, enough.insured].map(toText)).toEqual(['0', '0']);
  const short = liquidateLoan(amount('298'), [still, btc('1', '200')], rate('0.01'));
  expect(short.parts.map(({ sold, returned }) => [toText(sold), toText(returned)])).toEqual([
    ['0', '0'],
    ['1', '0'],
  ]);
  expect([short.repaid, short.left, short.insured].map(toText)).toEqual(['198', '100', '0']);
});
