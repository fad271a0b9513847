/**
 * Exact decimals. Amount, Price and Rate are branded big.js values in strict mode, which throws on a JavaScript
 * number: a price or an amount can only come from text (the wire, SQL, a form) or from another exact value.
 * Every operation that can lose digits takes a rounding by name; there is no default.
 */
import BigFactory, { type Big } from 'big.js';

const Decimal = BigFactory();
Decimal.strict = true;
Decimal.DP = 40;
Decimal.NE = -100;
Decimal.PE = 100;

declare const brand: unique symbol;
/** A quantity of one asset. Its scale is the asset's. */
export type Amount = Big & { readonly [brand]: 'Amount' };
/** A price in quote units per base unit. */
export type Price = Big & { readonly [brand]: 'Price' };
/** A dimensionless factor: 0.85 is 85 %. */
export type Rate = Big & { readonly [brand]: 'Rate' };
export type Exact = Amount | Price | Rate;

export type Rounding = 'down' | 'up' | 'halfEven';
const modes: Record<Rounding, 0 | 2 | 3> = { down: 0, halfEven: 2, up: 3 };

/** At most 18 digits before and after the point, no exponent, no leading plus. */
export const decimalPattern = /^-?(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

function parse<T extends Exact>(text: string): T | undefined {
  if (typeof text !== 'string' || !decimalPattern.test(text)) return undefined;
  return new Decimal(text) as unknown as T;
}

/** Text in the wire's form ("-12.5") to an exact value; undefined when the text is not a plain decimal. */
export const parseAmount = (text: string): Amount | undefined => parse<Amount>(text);
export const parsePrice = (text: string): Price | undefined => parse<Price>(text);
export const parseRate = (text: string): Rate | undefined => parse<Rate>(text);

function demand<T extends Exact>(kind: string, text: string): T {
  const value = parse<T>(text);
  if (value === undefined) throw new TypeError(`${kind} must be a plain decimal text, got ${JSON.stringify(text)}`);
  return value;
}

/** As parse…, for text that is already known to be valid (the database, a validated request). Throws TypeError. */
export const amount = (text: string): Amount => demand<Amount>('amount', text);
export const price = (text: string): Price => demand<Price>('price', text);
export const rate = (text: string): Rate => demand<Rate>('rate', text);

export const zero: Amount = amount('0');

export const add = <T extends Exact>(a: T, b: NoInfer<T>): T => a.plus(b) as unknown as T;
export const subtract = <T extends Exact>(a: T, b: NoInfer<T>): T => a.minus(b) as unknown as T;
export const negate = <T extends Exact>(a: T): T => a.times('-1') as unknown as T;
export const absolute = <T extends Exact>(a: T): T => a.abs() as unknown as T;
/** -1 when a < b, 0 when equal, 1 when a > b. */
export const compare = <T extends Exact>(a: T, b: NoInfer<T>): -1 | 0 | 1 => a.cmp(b);
export const isZero = (a: Exact): boolean => a.eq('0');
export const isNegative = (a: Exact): boolean => a.lt('0');
export const isPositive = (a: Exact): boolean => a.gt('0');
export const max = <T extends Exact>(a: T, b: NoInfer<T>): T => (compare(a, b) >= 0 ? a : b) as T;
export const min = <T extends Exact>(a: T, b: NoInfer<T>): T => (compare(a, b) <= 0 ? a : b) as T;

/** Rounds to `scale` decimals. 'down' is toward zero, 'up' away from zero. */
export const round = <T extends Exact>(a: T, scale: number, rounding: Rounding): T =>
  a.round(scale, modes[rounding]) as unknown as T;

/** a × factor at `scale` decimals. */
export const multiply = <T extends Exact>(a: T, factor: Exact, scale: number, rounding: Rounding): T =>
  a.times(factor).round(scale, modes[rounding]) as unknown as T;

/** a ÷ divisor at `scale` decimals. Throws on a zero divisor. */
export function divide(a: Exact, divisor: Exact, scale: number, rounding: Rounding): Rate {
  return scaled(a, divisor, scale, rounding) as unknown as Rate;
}

function scaled(a: Big, divisor: Big, scale: number, rounding: Rounding): Big {
  // big.js divides at DP with its own rounding mode; 40 digits leave the last step to ours.
  return a.div(divisor).round(scale, modes[rounding]);
}

/** Number of digits after the point that the value really has. */
export const decimalsOf = (a: Exact): number => {
  const fraction = toText(a).split('.')[1];
  return fraction === undefined ? 0 : fraction.length;
};

/** The wire's form: plain decimal text, no exponent, no trailing zeros. */
export const toText = (a: Exact): string => a.toFixed();
/** Plain decimal text with exactly `scale` digits; throws when digits would be lost. */
export function toFixedText(a: Exact, scale: number): string {
  if (decimalsOf(a) > scale) throw new RangeError(`${toText(a)} has more than ${scale} decimals`);
  return a.toFixed(scale);
}
/** For drawing only (charts, progress bars): never for a sum, a comparison or a decision. */
export const toDrawingNumber = (a: Exact): number => Number.parseFloat(a.toFixed());
