import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { firstFees, gasLimitOf, middleOf, replacementFees } from './payoutFees';

const gwei = 1_000_000_000n;

test('nothing is offered above the limit, and a replacement is taken by nodes: a tenth more of both', () => {
  const fee = fc.bigInt({ min: 1n, max: 500n * gwei });
  fc.assert(
    fc.property(fee, fee, fee, fee, fee, (baseFee, priorityFee, laterBase, laterPriority, limit) => {
      let fees = firstFees({ baseFee, priorityFee }, limit);
      expect(fees === undefined).toBe(baseFee + priorityFee > limit);
      for (let round = 0; fees !== undefined && round < 100; round += 1) {
        expect(fees.maxFee).toBeLessThanOrEqual(limit);
        expect(fees.priorityFee).toBeLessThanOrEqual(fees.maxFee);
        const next = replacementFees(fees, { baseFee: laterBase, priorityFee: laterPriority }, limit);
        if (next !== undefined) {
          expect(next.maxFee * 10n).toBeGreaterThanOrEqual(fees.maxFee * 11n);
          expect(next.priorityFee * 10n).toBeGreaterThanOrEqual(fees.priorityFee * 11n);
        }
        fees = next;
      }
      expect(fees).toBeUndefined();
    }),
  );
});

test('there is room for the base fee to double, as far as the limit goes', () => {
  expect(firstFees({ baseFee: 10n * gwei, priorityFee: gwei }, 100n * gwei)).toEqual({ maxFee: 21n * gwei, priorityFee: gwei });
  expect(firstFees({ baseFee: 10n * gwei, priorityFee: gwei }, 12n * gwei)).toEqual({ maxFee: 12n * gwei, priorityFee: gwei });
});

test('one endpoint that lies moves neither the fee of three nor what a payout may use', () => {
  for (const lie of [0n, 5_000n * gwei])
    expect(middleOf([gwei, lie, 2n * gwei])).toEqual({
      lower: lie === 0n ? gwei : 2n * gwei,
      upper: lie === 0n ? gwei : 2n * gwei,
    });
  expect(middleOf([gwei, 5_000n * gwei])).toEqual({ lower: gwei, upper: 5_000n * gwei });
  expect(middleOf([gwei])).toEqual({ lower: gwei, upper: gwei });
  const most = 150_000n;
  expect(gasLimitOf([50_000n, 10_000_000n], most)).toBe(most);
  expect(gasLimitOf([50_000n, 1n], most)).toBe(60_000n);
  expect(gasLimitOf([50_000n, undefined], most)).toBe(60_000n);
  expect(gasLimitOf([50_000n, undefined, undefined], most)).toBeUndefined();
  expect(gasLimitOf([undefined], most)).toBeUndefined();
  expect(gasLimitOf([130_000n, 10_000_000n], most)).toBeUndefined();
});
