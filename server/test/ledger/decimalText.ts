/** Whole multiples of the 18th decimal, as text of the database, and back. */
import { one } from './modelLedger';

export const toDecimal = (amount: bigint): string => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(19, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -18)}.${digits.slice(-18)}`;
};
export function fromDecimal(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * one + BigInt(fraction.padEnd(18, '0'));
  return text.startsWith('-') ? -value : value;
}
