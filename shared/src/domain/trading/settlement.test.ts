import fc from 'fast-check';
import { stepsToText } from '../fairness';
import { add, amount, negate, toText, zero, type Amount } from '../money';
import { settlementOfClosing, sharesOfStopOut } from './settlement';

const amounts = fc.integer({ min: 0, max: 10_000_000 }).map((units) => amount(stepsToText(units, 3)));
const profits = fc
  .integer({ min: -20_000_000, max: 10_000_000 })
  .map((units) => amount((units < 0 ? '-' : '') + stepsToText(Math.abs(units), 3)));
const closings = fc.record({ released: amounts, profit: profits, fee: amounts });
const sum = (list: readonly Amount[]): Amount => list.reduce((total, one) => add(total, one), zero);

it('what goes out is what comes in, nobody falls below zero, and insurance pays only when nothing is left', () => {
  fc.assert(
    fc.property(closings, amounts, (closing, behind) => {
      const { credit, fee, insured } = settlementOfClosing(closing, behind);
      expect(toText(sum([credit, fee]))).toBe(toText(sum([closing.released, closing.profit, insured])));
      expect(credit.gte(negate(behind))).toBe(true);
      expect(fee.gte('0') && fee.lte(closing.fee) && insured.gte('0')).toBe(true);
      if (insured.gt('0')) expect([toText(fee), toText(credit)]).toEqual(['0', toText(negate(behind))]);
      if (fee.lt(closing.fee)) expect(toText(credit)).toBe(toText(negate(behind)));
    }),
  );
});

it('more behind a position never costs it more', () => {
  fc.assert(
    fc.property(closings, amounts, amounts, (closing, behind, more) => {
      const [one, other] = [settlementOfClosing(closing, behind), settlementOfClosing(closing, add(behind, more))];
      expect(other.insured.lte(one.insured) && other.fee.gte(one.fee)).toBe(true);
    }),
  );
});

it('a stop-out shares out exactly what all together pay, to each at most its own', () => {
  fc.assert(
    fc.property(fc.array(closings, { minLength: 1, maxLength: 6 }), amounts, (parts, free) => {
      const whole = settlementOfClosing(
        {
          released: sum(parts.map((one) => one.released)),
          profit: sum(parts.map((one) => one.profit)),
          fee: sum(parts.map((one) => one.fee)),
        },
        free,
      );
      const shares = sharesOfStopOut(parts, free);
      expect(toText(sum(shares.map((one) => one.fee)))).toBe(toText(whole.fee));
      expect(toText(sum(shares.map((one) => one.insured)))).toBe(toText(whole.insured));
      for (const [index, share] of shares.entries())
        expect(share.fee.lte(parts[index]?.fee ?? zero) && share.insured.gte('0')).toBe(true);
    }),
  );
});
