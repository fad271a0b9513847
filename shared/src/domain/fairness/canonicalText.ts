/**
 * One text for one value, so that everybody hashes and signs the same bytes: JSON without white space, the keys of every object
 * in ascending order of their UTF-16 units, and every character beyond ASCII as \uXXXX (lower-case digits). Numbers are whole;
 * money is decimal text.
 */
import { invariant } from '../errors/invariant';

export type PublicValue = string | number | boolean | null | readonly PublicValue[] | { readonly [key: string]: PublicValue };

/** Throws InvariantError on a number that is not a safe whole one, and on what JSON has no form for. */
export function canonicalText(value: PublicValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return asciiString(value);
  if (typeof value === 'number') {
    invariant(Number.isSafeInteger(value), `a published number is whole, got ${value}`);
    return String(value);
  }
  invariant(typeof value === 'object', `a published value has a JSON form, got ${typeof value}`);
  if (isList(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = Object.keys(value)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((key) => `${asciiString(key)}:${canonicalText(value[key] as PublicValue)}`);
  return `{${members.join(',')}}`;
}

const isList = (value: PublicValue): value is readonly PublicValue[] => Array.isArray(value);

const asciiString = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
