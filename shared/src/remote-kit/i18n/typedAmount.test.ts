import { describe, expect, test } from '@jest/globals';
import { languages } from '../../domain/contract';
import { formatForInput, parseTypedAmount } from './typedAmount';

const comma = ['vn', 'pt', 'es', 'it', 'de', 'fr'] as const;
const point = ['en', 'zh', 'tw', 'jp', 'ko', 'th'] as const;
const read = (typed: string, language: (typeof languages)[number], scale = 8) => {
  const result = parseTypedAmount(typed, language, scale);
  return result.ok ? result.value : result.problem.kind;
};

test('the two groups cover all twelve languages', () => {
  expect([...comma, ...point].sort()).toEqual([...languages].sort());
});

describe.each(languages)('typed in %s', (language) => {
  test.each([
    ['0,50', '0.5'],
    ['0.50', '0.5'],
    ['0,001', '0.001'],
    ['0.001', '0.001'],
    ['12,5', '12.5'],
    ['1234.5', '1234.5'],
    ['1234,567', '1234.567'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['7.', '7'],
    ['7,', '7'],
    ['007', '7'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1 234,5', '1234.5'],
    ['1\u202f234.5', '1234.5'],
    ["1'234.5", '1234.5'],
    ['１２．５', '12.5'],
    ['１２，５', '12.5'],
    ['12。5', '12.5'],
    ['๑๒.๕', '12.5'],
    ['  42 ', '42'],
  ])('"%s" is %s', (typed, value) => {
    expect(read(typed, language)).toBe(value);
  });

  test.each(['', '  '])('nothing typed ("%s") is empty, not zero', (typed) => {
    expect(read(typed, language)).toBe('empty');
  });

  test.each(['abc', '1e5', '1..5', '1.2.3', '1,23,4', '1,234.5,6', '12 34', '+5', '.', ',', '1.234,5.6', '0.123.456'])(
    '"%s" is refused',
    (typed) => {
      expect(read(typed, language)).toBe('not-a-number');
    },
  );

  test.each(['-5', '−5'])('"%s" is refused as negative', (typed) => {
    expect(read(typed, language)).toBe('negative');
  });

  test('more digits than the asset has are refused, not cut', () => {
    const isPoint = point.includes(language as (typeof point)[number]);
    expect(read(isPoint ? '1.005' : '1,005', language, 2)).toBe('too-precise');
    expect(read('0,505', language, 2)).toBe('too-precise');
    expect(read('5,5', language, 0)).toBe('too-precise');
  });

  test('eighteen digits on both sides survive, nineteen are refused', () => {
    expect(read('123456789012345678.123456789012345678', language, 18)).toBe('123456789012345678.123456789012345678');
    expect(read('1234567890123456789', language, 18)).toBe('too-long');
  });

  test.each(['0.5', '1234.56', '100000', '0.00000001', '1.0849'])('%s written for the field is read back as itself', (text) => {
    expect(read(formatForInput(text, language), language)).toBe(text);
  });

  test('a three-digit fraction written for the field is never read as thousands', () => {
    expect(read(formatForInput('1.085', language), language)).toBe('1.085');
  });
});

test.each(comma)('"1.000" in %s could be one or one thousand: refused with both readings', (language) => {
  expect(parseTypedAmount('1.000', language, 8)).toEqual({
    ok: false,
    problem: { kind: 'ambiguous', small: '1', large: '1000' },
  });
  expect(parseTypedAmount('1,000', language, 8)).toEqual({ ok: true, value: '1' });
});

test.each([...comma.map((language) => [language, '95.000'] as const), ...point.map((language) => [language, '95,000'] as const)])(
  'in %s %s, as the app prints it, is ninety-five thousand where the thing has two digits; with three it stays unclear',
  (language, typed) => {
    expect(read(typed, language, 2)).toBe('95000');
    expect(read(typed, language, 3)).toBe('ambiguous');
  },
);

test.each(point)('"1,000" in %s could be one thousand or one: refused with both readings', (language) => {
  expect(parseTypedAmount('1,000', language, 8)).toEqual({
    ok: false,
    problem: { kind: 'ambiguous', small: '1', large: '1000' },
  });
  expect(parseTypedAmount('1.000', language, 8)).toEqual({ ok: true, value: '1' });
});
