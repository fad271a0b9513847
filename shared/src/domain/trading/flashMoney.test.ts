import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, amount, price, rate, toText } from '../money';
import { flashMoney } from './flashMoney';

const optional = (text: string | undefined) => (text === undefined ? undefined : price(text));
function textsOf(
  given: string,
  of: { from?: string; to?: string; spreads?: readonly [string, string]; feeRate?: string; scale: number },
) {
  const [fromSpread, toSpread] = of.spreads ?? ['0', '0'];
  const money = flashMoney(amount(given), {
    fromPrice: optional(of.from),
    toPrice: optional(of.to),
    fromSpread: rate(fromSpread),
    toSpread: rate(toSpread),
    feeRate: rate(of.feeRate ?? '0'),
    toScale: of.scale,
  });
  return [toText(money.worth), toText(money.fee), toText(money.received), toText(money.rate)];
}

test.each([
  [
    'USDT into a coin',
    '1000',
    { to: '100000', spreads: ['0', '0.001'], feeRate: '0.001', scale: 8 },
    ['0.00999', '0.00000999', '0.00998001', '0.00000999'],
  ],
  [
    'a coin into USDT',
    '0.5',
    { from: '98765.43', spreads: ['0.001', '0'], feeRate: '0.001', scale: 6 },
    ['49333.332285', '49.333333', '49283.998952', '98666.66457'],
  ],
  [
    'a coin into a coin, by way of USDT: both spreads',
    '3',
    { from: '3420.55', to: '0.19357', spreads: ['0.001', '0.002'], feeRate: '0.001', scale: 8 },
    ['52853.67346851', '52.85367347', '52800.81979504', '17617.891156170894250142'],
  ],
  ['neither spread nor fee', '7', { from: '2', to: '3', scale: 4 }, ['4.6666', '0', '4.6666', '0.666666666666666666']],
  [
    'so little that the fee takes it',
    '0.00001',
    { to: '98765.43', feeRate: '0.001', scale: 8 },
    ['0', '0', '0', '0.000010125000215156'],
  ],
] as const)('%s', (_, given, of, [worth, fee, received, shownRate]) => {
  expect(textsOf(given, of)).toEqual([worth, fee, received, shownRate]);
});

/** The same in whole numbers: everything in units of 10⁻⁸, shares of 10⁻⁶. */
test('nobody receives more than the ticks are worth, and not a unit less than that without the fee', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 14n });
  const share = fc.bigInt({ min: 0n, max: 200_000n });
  const text = (value: bigint, decimals: number): string => {
    const digits = value.toString().padStart(decimals + 1, '0');
    return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  };
  fc.assert(
    fc.property(units, units, units, share, share, share, fc.constantFrom(6, 8), (given, from, to, near, far, feeRate, scale) => {
      const million = 10n ** 6n;
      const money = flashMoney(amount(text(given, 8)), {
        fromPrice: price(text(from, 8)),
        toPrice: price(text(to, 8)),
        fromSpread: rate(text(near, 6)),
        toSpread: rate(text(far, 6)),
        feeRate: rate(text(feeRate, 6)),
        toScale: scale,
      });
      const toUnits = (value: typeof money.worth): bigint => BigInt(value.times((10n ** BigInt(scale)).toString()).toFixed(0));
      const [numerator, denominator] = [
        given * from * (million - near) * (million - far) * 10n ** BigInt(scale),
        to * million * million * 10n ** 8n,
      ];
      const worth = toUnits(money.worth);
      expect(worth * denominator <= numerator && numerator < (worth + 1n) * denominator).toBe(true);
      const fee = toUnits(money.fee);
      expect(fee * million >= worth * feeRate && (fee - 1n) * million < worth * feeRate).toBe(true);
      expect(toText(add(money.received, money.fee))).toBe(toText(money.worth));
    }),
    { numRuns: 500 },
  );
});
