/** Currencies of ISO 4217, as the runtime knows them. */
import { amount, multiply, price, toFixedText, type Amount } from '@tessera/shared/money';

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
export const isCurrency = (code: string): boolean => currencies.has(code);

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** What so much costs. */
export const fiatOf = (sum: Amount, priceText: string, currency: string): Amount =>
  multiply(sum, price(priceText), digitsOf(currency), 'halfEven');

/** With the currency's decimals: "92.50", "15000". */
export const fiatText = (text: string, currency: string): string => toFixedText(amount(text), digitsOf(currency));
