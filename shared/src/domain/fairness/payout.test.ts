import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { add, amount, compare, isNegative, rate, subtract, toText } from '../money';
import { averageLossAtHalf, breakEvenRate, feeOf, payoutOf, settlementOf } from './payout';

interface MoneyVector {
  readonly stake: string;
  readonly payoutRate: string;
  readonly feeRate: string;
  readonly scale: number;
  readonly fee: string;
  readonly returnedWhenWon: string;
  readonly breakEvenRate: string;
  readonly averageLossAtHalf: string;
}
const { money } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
  money: MoneyVector[];
};

it.each(
  money.map(
    (vector) => [`${vector.stake} at ${vector.payoutRate}, fee ${vector.feeRate}, ${vector.scale} decimals`, vector] as const,
  ),
)('published vector: %s', (_, vector) => {
  const terms = {
    stake: amount(vector.stake),
    payoutRate: rate(vector.payoutRate),
    feeRate: rate(vector.feeRate),
    scale: vector.scale,
  };
  expect(toText(feeOf(terms))).toBe(vector.fee);
  expect(toText(payoutOf(terms))).toBe(vector.returnedWhenWon);
  expect(toText(breakEvenRate(terms.payoutRate, terms.feeRate))).toBe(vector.breakEvenRate);
  expect(toText(averageLossAtHalf(terms))).toBe(vector.averageLossAtHalf);
});

const figures = (scale: number) =>
  fc
    .integer({ min: 1, max: 10 ** 9 })
    .map((units) =>
      amount(
        (BigInt(units) / 10n ** BigInt(scale)).toString() +
          (scale === 0 ? '' : '.' + (BigInt(units) % 10n ** BigInt(scale)).toString().padStart(scale, '0')),
      ),
    );
const rates = fc.integer({ min: 0, max: 9999 }).map((tenThousandths) => rate(`0.${String(tenThousandths).padStart(4, '0')}`));
const terms = fc
  .integer({ min: 0, max: 8 })
  .chain((scale) => fc.record({ stake: figures(scale), payoutRate: rates, feeRate: rates, scale: fc.constant(scale) }));

it('never pays a user more, nor charges less, than the exact figure', () => {
  fc.assert(
    fc.property(terms, (given) => {
      const exactPayout = payoutOf({ ...given, scale: 18 });
      const exactFee = feeOf({ ...given, scale: 18 });
      expect(compare(payoutOf(given), exactPayout)).toBeLessThanOrEqual(0);
      expect(compare(feeOf(given), exactFee)).toBeGreaterThanOrEqual(0);
    }),
  );
});

it('returns stake and fee in full on equal and void, nothing on lost', () => {
  fc.assert(
    fc.property(terms, (given) => {
      const fee = feeOf(given);
      for (const outcome of ['equal', 'void'] as const) {
        const settled = settlementOf(outcome, given, fee);
        expect(toText(settled.returned)).toBe(toText(add(given.stake, fee)));
        expect(toText(settled.profit)).toBe('0');
      }
      const lost = settlementOf('lost', given, fee);
      expect(toText(lost.returned)).toBe('0');
      expect(toText(lost.profit)).toBe(toText(subtract(amount('0'), add(given.stake, fee))));
      const won = settlementOf('won', given, fee);
      expect(toText(won.profit)).toBe(toText(subtract(subtract(payoutOf(given), given.stake), fee)));
      expect(isNegative(won.returned)).toBe(false);
    }),
  );
});
