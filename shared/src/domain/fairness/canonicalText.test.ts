import { expect, test } from '@jest/globals';
import { canonicalText } from './canonicalText';

test('the order of keys does not matter, the order of a list does', () => {
  expect(canonicalText({ b: [2, 1], a: { d: null, c: true } })).toBe('{"a":{"c":true,"d":null},"b":[2,1]}');
});

test('a key is ordered by its units, not by its value as a number', () => {
  expect(canonicalText({ 10: 1, 9: 2, Z: 3, a: 4 })).toBe('{"10":1,"9":2,"Z":3,"a":4}');
});

test('whatever is written, the text is ASCII and means the same', () => {
  const value = { reason: 'Störung\u007f \u{1f600} "quoted" \n' };
  const text = canonicalText(value);
  expect(text).toMatch(/^[ -~]*$/);
  expect(JSON.parse(text)).toEqual(value);
});

test.each([1.5, Number.NaN, 2 ** 53])('%p is no number that can be published', (value) => {
  expect(() => canonicalText({ value })).toThrow(/whole/);
});
