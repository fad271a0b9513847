/**
 * Decimals of the audit: a whole number of 10^-places. Nothing is ever rounded but by floorAt, ceilAt and the two quotients,
 * which round towards minus and plus infinity. Written apart from shared/money, so that a mistake there is seen here.
 */
export interface Exact {
  readonly units: bigint;
  readonly places: number;
}

export function exact(text: string | number): Exact {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text));
  if (found === null) throw new Error(`${text} is a plain decimal`);
  const [, sign, whole = '', fraction = ''] = found;
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, places: fraction.length };
}

export const nought: Exact = { units: 0n, places: 0 };

const ten = (places: number): bigint => 10n ** BigInt(places);
const unitsAt = ({ units, places }: Exact, wanted: number): bigint => units * ten(wanted - places);

export function plus(a: Exact, b: Exact): Exact {
  const places = Math.max(a.places, b.places);
  return { units: unitsAt(a, places) + unitsAt(b, places), places };
}
export const minus = (a: Exact, b: Exact): Exact => plus(a, negative(b));
export const negative = ({ units, places }: Exact): Exact => ({ units: -units, places });
export const times = (a: Exact, b: Exact): Exact => ({ units: a.units * b.units, places: a.places + b.places });
export const sumOf = (all: readonly Exact[]): Exact => all.reduce(plus, nought);

/** Below zero: a < b. */
export function compared(a: Exact, b: Exact): number {
  const places = Math.max(a.places, b.places);
  const [left, right] = [unitsAt(a, places), unitsAt(b, places)];
  return left < right ? -1 : left > right ? 1 : 0;
}
export const isSame = (a: Exact, b: Exact): boolean => compared(a, b) === 0;
export const isBelowZero = ({ units }: Exact): boolean => units < 0n;
export const isNought = ({ units }: Exact): boolean => units === 0n;
export const lesser = (a: Exact, b: Exact): Exact => (compared(a, b) <= 0 ? a : b);
export const greater = (a: Exact, b: Exact): Exact => (compared(a, b) >= 0 ? a : b);

const floorDivide = (n: bigint, d: bigint): bigint => {
  if (d < 0n) return floorDivide(-n, -d);
  return n >= 0n || n % d === 0n ? n / d : n / d - 1n;
};

/** a ÷ b, rounded towards minus infinity. */
export const quotientFloor = (a: Exact, b: Exact, places: number): Exact => {
  const common = Math.max(a.places, b.places);
  return { units: floorDivide(unitsAt(a, common) * ten(places), unitsAt(b, common)), places };
};
export const quotientCeil = (a: Exact, b: Exact, places: number): Exact => negative(quotientFloor(negative(a), b, places));
const one: Exact = { units: 1n, places: 0 };
export const floorAt = (a: Exact, places: number): Exact => quotientFloor(a, one, places);
export const ceilAt = (a: Exact, places: number): Exact => quotientCeil(a, one, places);

/** "12.5"; no trailing zeros. */
export function said({ units, places }: Exact): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
