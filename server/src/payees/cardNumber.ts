import { payeeLimits } from '@tessera/shared/contract';

/** Its digits; undefined for what no card has: too few, too many, or a last digit that does not fit the others (Luhn, ISO/IEC 7812). */
export function cardNumberOf(typed: string): string | undefined {
  const digits = typed.normalize('NFKC').replaceAll(/[\s-]/g, '');
  const { min, max } = payeeLimits.cardNumber;
  if (!/^\d+$/.test(digits) || digits.length < min || digits.length > max) return undefined;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum > 0 && sum % 10 === 0 ? digits : undefined;
}
