/** Sums in currencies of ISO 4217, with the decimals that each has. */
import { amount, multiply, price, toFixedText, type Amount } from './decimal';

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** What so much costs at a price. */
export const fiatOf = (sum: Amount, priceText: string, currency: string): Amount =>
  multiply(sum, price(priceText), digitsOf(currency), 'halfEven');

/** "92.50", "15000" */
export const fiatText = (sum: Amount | string, currency: string): string =>
  toFixedText(typeof sum === 'string' ? amount(sum) : sum, digitsOf(currency));
