import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, amount, compare, isNegative, rate, subtract, toText, zero, type Amount } from '../money';
import { dailyRateOf, dayInterest, interestOfDays, interestSchedule, shownRates, type InterestTerms } from './dailyInterest';
import { redeem, type PenaltyRule } from './redemption';

const month: InterestTerms = { rate: rate('0.03'), rateKind: 'term', days: 30, dayCount: 365, scale: 8 };
const year: InterestTerms = { rate: rate('0.12'), rateKind: 'annual', days: 365, dayCount: 365, scale: 8 };
const text = (sums: readonly Amount[]) => sums.map(toText);

test('1,000 at 3 % per 30 days: 1 a day, 30 in all', () => {
  const schedule = interestSchedule(amount('1000'), month);
  expect(new Set(schedule.map(({ interest }) => toText(interest)))).toEqual(new Set(['1']));
  expect([schedule.length, toText(schedule.at(-1)?.total ?? zero)]).toEqual([30, '30']);
});

test('1,000 at 12 % a year: 0.32876712 a day, now and then a digit more, 120 in a year', () => {
  const schedule = interestSchedule(amount('1000'), year);
  expect(toText(schedule[0]?.interest ?? zero)).toBe('0.32876712');
  expect(new Set(text(schedule.map(({ interest }) => interest)))).toEqual(new Set(['0.32876712', '0.32876713']));
  expect(toText(schedule.at(-1)?.total ?? zero)).toBe('120');
  // Of 366 days, counted in years of 365.
  expect(toText(interestSchedule(amount('1000'), { ...year, days: 366 }).at(-1)?.total ?? zero)).toBe('120.32876712');
});

test.each([
  [month, '0.001', '0.365'],
  [year, '0.000328767123287671', '0.12'],
] as const)('the rates that are shown', (terms, dailyRate, annualRate) => {
  const shown = shownRates(terms);
  expect([toText(shown.dailyRate), toText(shown.annualRate)]).toEqual([dailyRate, annualRate]);
});

/** Of 1,000 with 2 paid, at 1 a day. */
test.each([
  ['forfeit_rewards', '0', false, '1000', '2', '998'],
  ['forfeit_rewards', '0', true, '333.33333333', '0.66666667', '332.66666666'],
  ['days_of_interest', '1.5', false, '1000', '1.5', '998.5'],
  ['days_of_interest', '3', true, '1000', '2', '998'],
  ['days_of_interest', '3', false, '1000', '3', '997'],
  ['days_of_interest', '1.5', true, '100', '0.15', '99.85'],
  ['days_of_interest', '1.5', false, '0.00000001', '0.00000001', '0'],
  ['percent_principal', '0.2', false, '1000', '200', '800'],
  ['percent_principal', '0.2', true, '1000', '2', '998'],
] as const)('%s %s, capped %s: of %s it keeps %s and brings %s', (penalty, value, isCapped, redeemed, kept, returned) => {
  const rule: PenaltyRule = { penalty, value: rate(value), isCapped };
  const of = { principal: amount('1000'), rewards: amount('2'), rule, daily: dailyRateOf(month) };
  const found = redeem(amount(redeemed), of);
  expect(text([found.penalty, found.returned])).toEqual([kept, returned]);
});

test('nobody redeems nothing, or more than he keeps', () => {
  const rule: PenaltyRule = { penalty: 'forfeit_rewards', value: rate('0'), isCapped: true };
  const of = { principal: amount('10'), rewards: zero, rule, daily: dailyRateOf(month) };
  for (const wrong of ['0', '10.00000001']) expect(() => redeem(amount(wrong), of)).toThrow(RangeError);
});

const units = (value: bigint, decimals = 8): string => {
  const digits = value.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};
const principals = fc.bigInt({ min: 1n, max: 10n ** 16n });
const rates = fc.bigInt({ min: 0n, max: 2_000_000n });
const someTerms = fc.record({
  share: rates,
  isTerm: fc.boolean(),
  days: fc.integer({ min: 1, max: 400 }),
  dayCount: fc.constantFrom(360, 365),
});

/** In whole units of 10⁻⁸: principal × rate × days ÷ divisor, cut once. */
test('the days are the whole to the last digit, and no day is a digit away from its neighbours', () => {
  fc.assert(
    fc.property(principals, someTerms, (principal, { share, isTerm, days, dayCount }) => {
      const terms: InterestTerms = { rate: rate(units(share)), rateKind: isTerm ? 'term' : 'annual', days, dayCount, scale: 8 };
      const divisor = BigInt(isTerm ? days : dayCount);
      const schedule = interestSchedule(amount(units(principal)), terms);
      schedule.forEach(({ day, total }) => {
        const whole = (principal * share * BigInt(day)) / (divisor * 10n ** 8n);
        expect(toText(total)).toBe(toText(amount(units(whole))));
      });
      const each = schedule.map(({ interest }) => interest);
      const [least, most] = [
        each.reduce((a, b) => (compare(a, b) < 0 ? a : b)),
        each.reduce((a, b) => (compare(a, b) > 0 ? a : b)),
      ];
      expect(compare(subtract(most, least), amount('0.00000001'))).toBeLessThanOrEqual(0);
      expect(toText(interestOfDays(amount(units(principal)), dailyRateOf(terms), days))).toBe(
        toText(schedule.at(-1)?.total ?? zero),
      );
    }),
    { numRuns: 60 },
  );
});

test('a principal that became smaller loses nothing of the days before', () => {
  fc.assert(
    fc.property(
      principals,
      principals,
      rates,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      (a, b, share, before, after) => {
        const daily = { rate: rate(units(share)), divisor: 365, scale: 8 };
        let [paid, carry] = [zero, zero];
        for (let day = 0; day < before + after; day += 1) {
          const booked = dayInterest(amount(units(day < before ? a : b)), daily, carry);
          [paid, carry] = [add(paid, booked.interest), booked.carry];
          expect(isNegative(carry)).toBe(false);
        }
        const exact = (share * (a * BigInt(before) + b * BigInt(after))) / (365n * 10n ** 8n);
        expect(toText(paid)).toBe(toText(amount(units(exact))));
      },
    ),
    { numRuns: 100 },
  );
});

test('in parts, nobody pays less than at once, nor more than a digit for each part; never more than was earned where that is promised', () => {
  const rules = fc.record({
    penalty: fc.constantFrom('forfeit_rewards', 'days_of_interest', 'percent_principal'),
    value: fc.bigInt({ min: 0n, max: 10n ** 8n }).map((value) => rate(units(value))),
    isCapped: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 6 }),
      fc.bigInt({ min: 0n, max: 10n ** 11n }),
      rules,
      (parts, earned, rule) => {
        const daily = dailyRateOf(month);
        let principal = amount(units(parts.reduce((a, b) => a + b)));
        let rewards = amount(units(earned));
        const atOnce = redeem(principal, { principal, rewards, rule, daily });
        let [kept, back] = [zero, zero];
        const begun = principal;
        for (const part of parts) {
          const sum = amount(units(part));
          const got = redeem(sum, { principal, rewards, rule, daily });
          expect(isNegative(got.returned)).toBe(false);
          if (rule.isCapped || rule.penalty === 'forfeit_rewards')
            expect(compare(got.penalty, got.rewards)).toBeLessThanOrEqual(0);
          [principal, rewards] = [subtract(principal, sum), subtract(rewards, got.rewards)];
          [kept, back] = [add(kept, got.penalty), add(back, got.returned)];
        }
        expect(text([principal, rewards, add(kept, back)])).toEqual(['0', '0', toText(begun)]);
        // A part that is smaller than its penalty brings nothing: that is the bound from below.
        if (rule.penalty !== 'forfeit_rewards' && !rule.isCapped) expect(compare(kept, atOnce.penalty)).toBeGreaterThanOrEqual(0);
        expect(compare(kept, add(atOnce.penalty, amount(units(BigInt(parts.length)))))).toBeLessThanOrEqual(0);
      },
    ),
    { numRuns: 200 },
  );
});
