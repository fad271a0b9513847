import { expect, test } from '@jest/globals';
import { languages, type Language } from '../../domain/contract';
import { amount } from '../../domain/money';
import { formatCompact, formatFigure, formatRate, separators } from './figures';

/** No-break spaces, written out so that a difference can be seen; which of the two it is varies with the engine's data. */
const visible = (text: string): string => text.replace(/[\u202f\u00a0]/g, '·');

const written: Readonly<Record<Language, readonly [figure: string, rate: string]>> = {
  en: ['1,234.50', '+1.23%'],
  zh: ['1,234.50', '+1.23%'],
  tw: ['1,234.50', '+1.23%'],
  jp: ['1,234.50', '+1.23%'],
  ko: ['1,234.50', '+1.23%'],
  th: ['1,234.50', '+1.23%'],
  vn: ['1.234,50', '+1,23%'],
  pt: ['1.234,50', '+1,23%'],
  it: ['1.234,50', '+1,23%'],
  es: ['1.234,50', '+1,23·%'],
  de: ['1.234,50', '+1,23·%'],
  fr: ['1·234,50', '+1,23·%'],
};

test.each(languages)('a figure and a rate in %s', (language) => {
  expect(visible(formatFigure('1234.5', language, { scale: 2 }))).toBe(written[language][0]);
  expect(visible(formatRate('0.0123', language, { sign: 'always' }))).toBe(written[language][1]);
});

test.each(languages)('all 36 digits survive in %s', (language) => {
  const digits = formatFigure('123456789012345678.123456789012345678', language).replace(/\D/g, '');
  expect(digits).toBe('123456789012345678123456789012345678');
});

test.each(languages)('the separators of %s are those it writes', (language) => {
  const { decimal, group } = separators(language);
  expect(formatFigure('1234567.8', language)).toBe(`1${group}234${group}567${decimal}8`);
});

test('digits beyond the scale are cut: nobody is shown more than is there', () => {
  expect(formatFigure('0.999', 'en', { scale: 2 })).toBe('0.99');
  expect(formatFigure('-0.999', 'en', { scale: 2 })).toBe('-0.99');
});

test('a figure cut to nothing has no sign', () => {
  expect(formatFigure('-0.004', 'en', { scale: 2 })).toBe('0.00');
  expect(formatFigure('0.004', 'en', { scale: 2, sign: 'always' })).toBe('0.00');
});

test('without a scale the own digits are shown, exact values like texts', () => {
  expect(formatFigure('0.00000001', 'en')).toBe('0.00000001');
  expect(formatFigure(amount('12.50'), 'de')).toBe('12,5');
});

test('a least scale fills up and cuts nothing', () => {
  expect(formatFigure('10', 'en', { leastScale: 2 })).toBe('10.00');
  expect(formatFigure('2.5182', 'de', { leastScale: 2 })).toBe('2,5182');
  expect(formatFigure('-128.428200', 'en', { leastScale: 2 })).toBe('-128.4282');
});

test('rates are rounded half even', () => {
  expect(formatRate('0.00125', 'en', { scale: 2 })).toBe('0.12%');
  expect(formatRate('0.00135', 'en', { scale: 2 })).toBe('0.14%');
});

test('a rate that is a term is shown with all its digits', () => {
  expect(formatRate('0.825', 'en', { leastScale: 0 })).toBe('82.5%');
  expect(formatRate('0.000555', 'en', { leastScale: 0 })).toBe('0.0555%');
  expect(formatRate('0.83', 'en', { leastScale: 1 })).toBe('83.0%');
});

test('what cannot be read is a dash, never a zero', () => {
  expect(formatFigure('NaN', 'en')).toBe('–');
  expect(formatRate('1e5', 'en')).toBe('–');
});

test('turnover is written short', () => {
  expect(formatCompact('1234567', 'en')).toBe('1.23M');
  expect(formatCompact('1234567', 'zh')).toBe('123.46万');
});
