/** Exact fractions of whole numbers: nothing is rounded until somebody says how. */
export interface Exact {
  readonly n: bigint;
  /** Above zero. */
  readonly d: bigint;
}

/** `up` is away from zero, `down` towards it. */
export type Rounding = 'up' | 'down';

export const zero: Exact = { n: 0n, d: 1n };
export const one: Exact = { n: 1n, d: 1n };
const ten = (digits: number): bigint => 10n ** BigInt(digits);

/** Of plain decimal text. Throws an Error on any other. */
export function exact(text: string): Exact {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`${JSON.stringify(text)} is no plain decimal`);
  return { n: BigInt(`${sign}${whole}${fraction}`), d: ten(fraction.length) };
}

export const whole = (value: number | bigint): Exact => ({ n: BigInt(value), d: 1n });
export const plus = (a: Exact, b: Exact): Exact =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
export const negative = (a: Exact): Exact => ({ n: -a.n, d: a.d });
export const minus = (a: Exact, b: Exact): Exact => plus(a, negative(b));
export const times = (a: Exact, b: Exact): Exact => ({ n: a.n * b.n, d: a.d * b.d });
export function over(a: Exact, b: Exact): Exact {
  if (b.n === 0n) throw new Error('a division by nothing');
  return b.n < 0n ? { n: -a.n * b.d, d: -b.n * a.d } : { n: a.n * b.d, d: a.d * b.n };
}
/** Below, at or above zero: a against b. */
export const compare = (a: Exact, b: Exact): number => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
export const least = (a: Exact, b: Exact): Exact => (compare(a, b) <= 0 ? a : b);
export const most = (a: Exact, b: Exact): Exact => (compare(a, b) >= 0 ? a : b);
export const sumOf = (values: readonly Exact[]): Exact => values.reduce(plus, zero);

export function rounded(value: Exact, scale: number, rounding: Rounding): Exact {
  const scaled = (value.n < 0n ? -value.n : value.n) * ten(scale);
  const kept = scaled / value.d + (rounding === 'up' && scaled % value.d !== 0n ? 1n : 0n);
  return { n: value.n < 0n ? -kept : kept, d: ten(scale) };
}

/** How many whole times `step` fits, for values of zero and more. */
export const timesIn = (value: Exact, step: Exact): bigint => rounded(over(value, step), 0, 'down').n;

/** Plain text without trailing zeros; forty digits after the point at most. */
export function textOf(value: Exact): string {
  const { n, d } = rounded(value, 40, 'down');
  const digits = (n < 0n ? -n : n).toString().padStart(d.toString().length, '0');
  const fraction = digits.slice(-40).replace(/0+$/, '');
  return `${n < 0n ? '-' : ''}${digits.slice(0, -40)}${fraction === '' ? '' : `.${fraction}`}`;
}
